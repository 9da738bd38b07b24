import { broadcastOf } from "#workers/contract/recipient-ids.ts";
import { compared } from "../reports/compared.ts";
import type { Counted } from "../reports/recount.ts";

/** Recipients of an enterprise, ?1, by broadcast, status and reason, from their rows; and who replied. */
const ANEW = `anew AS (
    SELECT ${broadcastOf("id")} AS broadcast_id, status, CASE WHEN status IN ('failed', 'expired', 'cancelled') THEN coalesce(code, '') ELSE '' END AS code,
      count(*) AS count FROM broadcast_recipients WHERE enterprise_id = ?1 GROUP BY 1, 2, 3
    UNION ALL SELECT ${broadcastOf("id")}, 'replied', '', count(*) FROM broadcast_recipients
      WHERE enterprise_id = ?1 AND replied_at IS NOT NULL GROUP BY 1)`;
const KEYS = "broadcast_id, status, code";
const DRIFT = `WITH ${ANEW}, both AS (SELECT 0 AS side, * FROM anew UNION ALL
    SELECT 1, ${KEYS}, count FROM broadcast_counts WHERE enterprise_id = ?1),
  sides AS (SELECT ${KEYS}, sum(iif(side = 0, count, 0)) AS is_so, sum(iif(side = 1, count, 0)) AS counted FROM both GROUP BY 1, 2, 3)
  SELECT count(*) AS looked, coalesce(sum(is_so <> counted), 0) AS rows,
    min(iif(is_so <> counted, json_object('broadcast', broadcast_id, 'status', status, 'counts', json_array(is_so, counted)), NULL)) AS example
  FROM sides`;
const EMPTY = "DELETE FROM broadcast_counts WHERE enterprise_id = ?1";
const FILL = `WITH ${ANEW} INSERT INTO broadcast_counts (enterprise_id, ${KEYS}, count) SELECT ?1, ${KEYS}, count FROM anew`;

/** Counts an enterprise's recipients again and compares. `repair` writes what was counted, in one transaction. */
export const recountBroadcasts = (
  database: Counted,
  enterpriseId: string,
  options?: { repair?: boolean },
): ReturnType<typeof compared> =>
  compared(database, enterpriseId, { drift: DRIFT, empty: EMPTY, fill: FILL }, options);
