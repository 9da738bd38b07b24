import { lastOf } from "#workers/contract/recipient-ids.ts";
import { COUNTED_CODE } from "../archives/line.ts";
import { compared } from "../reports/compared.ts";
import type { Counted } from "../counted.ts";

/** Recipients of an enterprise, ?1: those of each of its broadcasts lie together, so that nobody else's are read. */
const THEIRS = `broadcasts b CROSS JOIN broadcast_recipients r ON r.id > b.id AND r.id < ${lastOf("b.id")} WHERE b.enterprise_id = ?1`;
/**
 * Recipients by broadcast, status and reason, from their rows and what is noted of files that have taken theirs; and who
 * replied or clicked.
 */
const ANEW = `anew AS (SELECT broadcast_id, status, code, sum(count) AS count FROM (
    SELECT b.id AS broadcast_id, r.status, CASE WHEN r.status IN ('failed', 'expired', 'cancelled') THEN coalesce(r.code, '') ELSE '' END AS code,
      count(*) AS count FROM ${THEIRS} GROUP BY 1, 2, 3
    UNION ALL SELECT b.id, 'replied', '', count(*) FROM ${THEIRS} AND r.replied_at IS NOT NULL GROUP BY 1
    UNION ALL SELECT b.id, 'clicked', '', count(*) FROM ${THEIRS} AND r.clicked_at IS NOT NULL GROUP BY 1
    UNION ALL SELECT b.id, 'waits', CAST(r.not_before AS TEXT), count(*) FROM ${THEIRS}
      AND r.status = 'queued' AND r.not_before > 0 AND r.not_before % 60000 = 0 GROUP BY 1, 3
    UNION ALL SELECT p.broadcast_id, t.value->>0, ${COUNTED_CODE}, t.value->>2 FROM broadcast_archives p CROSS JOIN json_each(p.tally) t
      WHERE p.enterprise_id = ?1) GROUP BY 1, 2, 3)`;
/** Where files have taken recipients, what is not in their tally is known by the counts alone. */
const ARCHIVED = "SELECT broadcast_id FROM broadcast_archives WHERE enterprise_id = ?1";
/** Delivered recipients by what their vendor charges, from their rows. */
const BILLS = `anew AS (SELECT b.id AS broadcast_id, coalesce(r.category, '') AS category, r.billable, coalesce(r.billed_to, '') AS billed_to,
    count(*) AS count FROM ${THEIRS} AND r.status IN ('delivered', 'read') AND r.billable IS NOT NULL AND b.id NOT IN (${ARCHIVED}) GROUP BY 1, 2, 3, 4)`;
const CALLED = `${THEIRS} AND r.claimed_at IS NOT NULL AND r.status <> 'queued' AND b.id NOT IN (${ARCHIVED})`;
const QUARTER = "r.claimed_at - r.claimed_at % 900000";
/** Recipients by the quarter of an hour of their last call, from their rows. */
const QUARTERS = `anew AS (SELECT broadcast_id, at, status, sum(count) AS count FROM (
    SELECT b.id AS broadcast_id, ${QUARTER} AS at, r.status, count(*) AS count FROM ${CALLED} GROUP BY 1, 2, 3
    UNION ALL SELECT b.id, ${QUARTER}, 'replied', count(*) FROM ${CALLED} AND r.replied_at IS NOT NULL GROUP BY 1, 2
    UNION ALL SELECT b.id, ${QUARTER}, 'clicked', count(*) FROM ${CALLED} AND r.clicked_at IS NOT NULL GROUP BY 1, 2)
  GROUP BY 1, 2, 3)`;

/** A table of counts by its keys, and how `anew` counts the same from the rows. */
interface CountedTable {
  table: string;
  anew: string;
  /** The first is the broadcast. */
  keys: readonly string[];
  /** Which of the table's rows can be counted anew; all by default. */
  of?: string;
}

const recounting =
  ({ table, anew, keys, of = "true" }: CountedTable) =>
  (database: Counted, enterpriseId: string, options?: { repair?: boolean }): ReturnType<typeof compared> => {
    const by = keys.join(", ");
    const counted = `FROM ${table} WHERE enterprise_id = ?1 AND ${of}`;
    const drift = `WITH ${anew}, both AS (SELECT 0 AS side, * FROM anew UNION ALL SELECT 1, ${by}, count ${counted}),
      sides AS (SELECT ${by}, sum(iif(side = 0, count, 0)) AS is_so, sum(iif(side = 1, count, 0)) AS counted FROM both GROUP BY ${by})
      SELECT count(*) AS looked, coalesce(sum(is_so <> counted), 0) AS rows,
        min(iif(is_so <> counted, json_object('broadcast', broadcast_id, '${keys[1]}', ${keys[1]}, 'counts', json_array(is_so, counted)), NULL)) AS example
      FROM sides`;
    const fill = `WITH ${anew} INSERT INTO ${table} (enterprise_id, ${by}, count) SELECT ?1, ${by}, count FROM anew`;
    return compared(database, enterpriseId, { drift, empty: `DELETE ${counted}`, fill }, options);
  };
const OF_ROWS = `broadcast_id NOT IN (${ARCHIVED})`;

/** Counts an enterprise's recipients again and compares. `repair` writes what was counted, in one transaction. */
export const recountBroadcasts = recounting({
  table: "broadcast_counts",
  anew: ANEW,
  keys: ["broadcast_id", "status", "code"],
});

/** The same for the figures by day. */
export const recountCalls = recounting({
  table: "broadcast_quarters",
  anew: QUARTERS,
  keys: ["broadcast_id", "at", "status"],
  of: OF_ROWS,
});

/** The same for what vendors charge. */
export const recountBills = recounting({
  table: "broadcast_bills",
  anew: BILLS,
  keys: ["broadcast_id", "category", "billable", "billed_to"],
  of: OF_ROWS,
});
