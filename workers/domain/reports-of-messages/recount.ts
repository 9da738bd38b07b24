import { compared } from "../reports/compared.ts";
import { QUARTER_MS } from "../reports/grain.ts";
import type { Counted } from "../counted.ts";

const KEYS = "at, channel_id, by_kind, status";

/** Messages of an enterprise, ?1, that leave, by quarter, channel, who wrote and status, from their rows. */
const ANEW = `anew AS (SELECT at - at % ${QUARTER_MS} AS at, channel_id, by_kind, status, count(*) AS count FROM messages
  WHERE enterprise_id = ?1 AND direction = 'out' GROUP BY 1, 2, 3, 4)`;
const DRIFT = `WITH ${ANEW}, both AS (SELECT 0 AS side, * FROM anew UNION ALL
    SELECT 1, ${KEYS}, count FROM message_quarters WHERE enterprise_id = ?1),
  sides AS (SELECT ${KEYS}, sum(iif(side = 0, count, 0)) AS is_so, sum(iif(side = 1, count, 0)) AS counted FROM both GROUP BY 1, 2, 3, 4)
  SELECT count(*) AS looked, coalesce(sum(is_so <> counted), 0) AS rows,
    min(iif(is_so <> counted, json_object('channel', channel_id, 'at', at, 'by', by_kind, 'status', status, 'counts', json_array(is_so, counted)), NULL)) AS example
  FROM sides`;
const EMPTY = "DELETE FROM message_quarters WHERE enterprise_id = ?1";
const FILL = `WITH ${ANEW} INSERT INTO message_quarters (enterprise_id, ${KEYS}, count) SELECT ?1, ${KEYS}, count FROM anew`;

/** Counts an enterprise's messages that leave again and compares. `repair` writes what was counted, in one transaction. */
export const recountQuarters = (
  database: Counted,
  enterpriseId: string,
  options?: { repair?: boolean },
): ReturnType<typeof compared> =>
  compared(database, enterpriseId, { drift: DRIFT, empty: EMPTY, fill: FILL }, options);
