import { compared } from "../reports/compared.ts";
import type { Counted } from "../counted.ts";

/** Hours up to the newest deleted chat are sealed: what was counted of them is not to be counted anew. */
const OPEN =
  "hour >= coalesce((SELECT (sealed_until + 3599999) / 3600000 FROM retentions WHERE enterprise_id = ?1), 0)";
const KEYS = "channel_id, hour, direction, fact";

/** The hours of an enterprise, ?1, from its messages and what is known of each. */
const ANEW = `mine AS (SELECT channel_id, direction, status, facts, at / 3600000 AS hour FROM messages WHERE enterprise_id = ?1),
  anew AS (SELECT * FROM (
    SELECT channel_id, hour, direction, 'made' AS fact, count(*) AS count FROM mine GROUP BY 1, 2, 3
    UNION ALL SELECT channel_id, hour, direction, f.key, count(*) FROM mine, json_each(mine.facts) f GROUP BY 1, 2, 3, 4
    UNION ALL SELECT channel_id, hour, direction, status, count(*) FROM mine WHERE status IN ('expired', 'cancelled') GROUP BY 1, 2, 3, 4)
  WHERE ${OPEN})`;

const DRIFT = `WITH ${ANEW}, both AS (SELECT 0 AS side, * FROM anew UNION ALL
    SELECT 1, ${KEYS}, count FROM message_hours WHERE enterprise_id = ?1 AND ${OPEN}),
  sides AS (SELECT ${KEYS}, sum(iif(side = 0, count, 0)) AS is_so, sum(iif(side = 1, count, 0)) AS counted FROM both GROUP BY 1, 2, 3, 4)
  SELECT count(*) AS looked, coalesce(sum(is_so <> counted), 0) AS rows,
    min(iif(is_so <> counted, json_object('channel', channel_id, 'hour', hour, 'fact', fact, 'counts', json_array(is_so, counted)), NULL)) AS example
  FROM sides`;
const EMPTY = `DELETE FROM message_hours WHERE enterprise_id = ?1 AND ${OPEN}`;
const FILL = `WITH ${ANEW} INSERT INTO message_hours (enterprise_id, ${KEYS}, count) SELECT ?1, ${KEYS}, count FROM anew`;

/** Counts an enterprise's messages again and compares the hours. `repair` writes what was counted, in one transaction. */
export const recountMessages = (
  database: Counted,
  enterpriseId: string,
  options?: { repair?: boolean },
): ReturnType<typeof compared> =>
  compared(database, enterpriseId, { drift: DRIFT, empty: EMPTY, fill: FILL }, options);
