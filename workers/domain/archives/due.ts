import { uuidv7 } from "uuidv7";
import type { TenantDb } from "#db/client.ts";
import { ARCHIVED_AFTER_DAYS } from "#workers/contract/broadcast.ts";
import { castOf } from "#workers/contract/recipient-ids.ts";
import { passedOver } from "../bare/fenced.ts";
import { hasOpenJob, openingJobsFrom, openJobsOf } from "../jobs/open.ts";

/** So long after a broadcast ended its recipients move to files. */
export const ARCHIVED_AFTER_MS = ARCHIVED_AFTER_DAYS * 86_400_000;
/** Broadcasts of one database that move at a time: nobody else waits for it meanwhile. */
const AT_ONCE = 2;

/**
 * SQL for whether a broadcast's recipients may move to files, or do: it ended before a time (SQL), no fallback and no other
 * part of its run, which read them, goes on, and no call of theirs is open.
 */
export const isArchivable = (broadcast: string, before: string): string =>
  `${broadcast}.ended_at < ${before} AND ${broadcast}.archived_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM broadcasts f WHERE f.fallback_of = ${broadcast}.id AND f.ended_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM broadcasts t WHERE t.test_of = coalesce(${broadcast}.test_of, ${broadcast}.id) AND t.ended_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM broadcast_recipients o WHERE o.claimed_by IS NOT NULL AND ${castOf("o.id")} = ${castOf(`${broadcast}.id`)})`;

const DUE = `SELECT b.id FROM broadcasts b WHERE b.ended_at IS NOT NULL AND b.archived_at IS NULL AND ${isArchivable("b", "?1")} AND ${passedOver("b.enterprise_id")}
    AND NOT ${hasOpenJob("broadcast.archive", "b.enterprise_id", "b.id")}
  ORDER BY b.ended_at LIMIT max(0, ${AT_ONCE} - ${openJobsOf("broadcast.archive")})`;
const OPEN_JOBS = openingJobsFrom(
  "broadcast.archive",
  `SELECT e.value->>1 AS id, b.enterprise_id, b.id AS subject, json_object('broadcastId', b.id) AS payload
  FROM json_each(?1) e CROSS JOIN broadcasts b ON b.id = e.value->>0 AND ?2 > 0`,
);

/** Opens the work for broadcasts that ended long ago, the longest first; the sweeper wakes a worker. Answers how many. */
export async function openArchiving({ $client }: Pick<TenantDb, "$client">, now: number): Promise<number> {
  const { results } = await $client
    .prepare(DUE)
    .bind(now - ARCHIVED_AFTER_MS)
    .all<{ id: string }>();
  if (results.length === 0) return 0;
  const rows = JSON.stringify(results.map(({ id }) => [id, uuidv7()]));
  await $client.prepare(OPEN_JOBS).bind(rows, now).run();
  return results.length;
}
