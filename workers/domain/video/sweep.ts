import type { TenantDb } from "#db/client.ts";
import { passedOver } from "../bare/fenced.ts";
import { partKey, type PartsBucket } from "../films/film.ts";

const MOST_AT_ONCE = 20;
/** R2 deletes so many objects in one call. */
const KEYS_AT_ONCE = 1_000;
const LATE_MS = 2 * 60_000;

/** Recordings of calls that are over, whose browsers have brought nothing for a while. */
const CLOSE = `UPDATE video_recordings SET state = CASE WHEN parts > 0 THEN 'ready' ELSE 'leaving' END, updated_at = ?1
  WHERE state = 'recording' AND ended_at IS NOT NULL AND ended_at <= ?1 - ${LATE_MS} AND ${passedOver("enterprise_id")}`;
const LEAVING = `SELECT id, key, parts FROM video_recordings WHERE state = 'leaving' AND ${passedOver("enterprise_id")} LIMIT ${MOST_AT_ONCE}`;
const FORGET = `DELETE FROM video_recordings WHERE state = 'leaving' AND id IN (SELECT value FROM json_each(?1))`;

/**
 * Runs every minute: closes what nobody has closed, and takes away what was erased, the bytes first, so that a crash leaves
 * nothing that cannot be found again.
 */
export async function sweepRecordings(
  { $client }: Pick<TenantDb, "$client">,
  bucket: Pick<PartsBucket, "delete">,
  now: number,
): Promise<void> {
  await $client.prepare(CLOSE).bind(now).run();
  for (;;) {
    const { results } = await $client.prepare(LEAVING).all<{ id: string; key: string; parts: number }>();
    // One part more: it may have come, and was not noted any more.
    const keys = results.flatMap(({ key, parts }) =>
      Array.from({ length: parts + 1 }, (_, at) => partKey(key, at + 1)),
    );
    for (let from = 0; from < keys.length; from += KEYS_AT_ONCE)
      await bucket.delete(keys.slice(from, from + KEYS_AT_ONCE));
    if (results.length > 0)
      await $client
        .prepare(FORGET)
        .bind(JSON.stringify(results.map(({ id }) => id)))
        .run();
    if (results.length < MOST_AT_ONCE) return;
  }
}
