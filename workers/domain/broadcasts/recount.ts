import { broadcastOf } from "#workers/contract/recipient-ids.ts";
import { COUNTED_CODE } from "../archives/line.ts";
import { compared } from "../reports/compared.ts";
import type { Counted } from "../reports/recount.ts";

/**
 * Recipients of an enterprise, ?1, by broadcast, status and reason, from their rows and what is noted of files that have taken
 * theirs; and who replied or clicked.
 */
const ANEW = `anew AS (SELECT broadcast_id, status, code, sum(count) AS count FROM (
    SELECT ${broadcastOf("id")} AS broadcast_id, status, CASE WHEN status IN ('failed', 'expired', 'cancelled') THEN coalesce(code, '') ELSE '' END AS code,
      count(*) AS count FROM broadcast_recipients WHERE enterprise_id = ?1 GROUP BY 1, 2, 3
    UNION ALL SELECT ${broadcastOf("id")}, 'replied', '', count(*) FROM broadcast_recipients
      WHERE enterprise_id = ?1 AND replied_at IS NOT NULL GROUP BY 1
    UNION ALL SELECT ${broadcastOf("id")}, 'clicked', '', count(*) FROM broadcast_recipients
      WHERE enterprise_id = ?1 AND clicked_at IS NOT NULL GROUP BY 1
    UNION ALL SELECT p.broadcast_id, t.value->>0, ${COUNTED_CODE}, t.value->>2 FROM broadcast_archives p CROSS JOIN json_each(p.tally) t
      WHERE p.enterprise_id = ?1) GROUP BY 1, 2, 3)`;
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

/** Where files have taken recipients, what their vendor charged is known by the counts alone. */
const ARCHIVED = "SELECT broadcast_id FROM broadcast_archives WHERE enterprise_id = ?1";
const OF_ROWS = `broadcast_id NOT IN (${ARCHIVED})`;
/** Delivered recipients by what their vendor charges, from their rows. */
const BILLS = `anew AS (SELECT ${broadcastOf("id")} AS broadcast_id, coalesce(category, '') AS category, billable, coalesce(billed_to, '') AS billed_to,
    count(*) AS count FROM broadcast_recipients
  WHERE enterprise_id = ?1 AND status IN ('delivered', 'read') AND billable IS NOT NULL AND ${broadcastOf("id")} NOT IN (${ARCHIVED}) GROUP BY 1, 2, 3, 4)`;
const BILL_KEYS = "broadcast_id, category, billable, billed_to";
const BILLS_DRIFT = `WITH ${BILLS}, both AS (SELECT 0 AS side, * FROM anew UNION ALL
    SELECT 1, ${BILL_KEYS}, count FROM broadcast_bills WHERE enterprise_id = ?1 AND ${OF_ROWS}),
  sides AS (SELECT ${BILL_KEYS}, sum(iif(side = 0, count, 0)) AS is_so, sum(iif(side = 1, count, 0)) AS counted FROM both GROUP BY 1, 2, 3, 4)
  SELECT count(*) AS looked, coalesce(sum(is_so <> counted), 0) AS rows,
    min(iif(is_so <> counted, json_object('broadcast', broadcast_id, 'category', category, 'counts', json_array(is_so, counted)), NULL)) AS example
  FROM sides`;

/** The same for what vendors charge. */
export const recountBills = (
  database: Counted,
  enterpriseId: string,
  options?: { repair?: boolean },
): ReturnType<typeof compared> =>
  compared(
    database,
    enterpriseId,
    {
      drift: BILLS_DRIFT,
      empty: `DELETE FROM broadcast_bills WHERE enterprise_id = ?1 AND ${OF_ROWS}`,
      fill: `WITH ${BILLS} INSERT INTO broadcast_bills (enterprise_id, ${BILL_KEYS}, count) SELECT ?1, ${BILL_KEYS}, count FROM anew`,
    },
    options,
  );
