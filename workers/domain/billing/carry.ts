import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { passedOver } from "../bare/fenced.ts";

/** Days of a page: one statement in each database. */
const PAGE = 1_000;
/** Pages of one round; the rest goes on a minute later. */
const PAGES = 20;

/** Files, and recordings of video calls: also of one that runs, whose parts are there already. */
const STORED = `INSERT INTO usage_days (enterprise_id, kind, day, count)
  SELECT enterprise_id, 'storedMb', ?1, (sum(bytes) + 1048575) / 1048576 FROM (
    SELECT enterprise_id, bytes FROM drive_files WHERE state = 'ready'
    UNION ALL SELECT enterprise_id, bytes FROM video_recordings WHERE state IN ('recording', 'ready'))
  WHERE ${passedOver("enterprise_id")}
  GROUP BY enterprise_id HAVING sum(bytes) > 0
  ON CONFLICT DO UPDATE SET count = max(count, excluded.count)`;
const WAITING = `SELECT json_array(enterprise_id, kind, day, count) AS row FROM usage_days WHERE carried <> count AND ${passedOver("enterprise_id")} ORDER BY day LIMIT ${PAGE}`;
/** The count of a day only grows, so an older page that comes late changes nothing. */
const TAKE = `INSERT INTO usage_daily (enterprise_id, kind, day, count) SELECT value->>0, value->>1, value->>2, value->>3 FROM json_each(?1) WHERE true
  ON CONFLICT DO UPDATE SET count = excluded.count WHERE excluded.count > count`;
const TOLD = `UPDATE usage_days SET carried = e.value->>3 FROM json_each(?1) e
  WHERE usage_days.enterprise_id = e.value->>0 AND usage_days.kind = e.value->>1 AND usage_days.day = e.value->>2 AND usage_days.carried < e.value->>3`;

/** Notes how much each enterprise of a database keeps today: the most of the day counts. */
export async function noteStored({ $client }: Pick<TenantDb, "$client">, day: number): Promise<void> {
  await $client.prepare(STORED).bind(day).run();
}

/**
 * Tells the directory what was used since it was last told, in whole counts, so that a page that is told twice, after a
 * crash or by two at once, is the same; a day that changes afterwards is told again. Usage of a moving enterprise is
 * told after its move.
 */
export async function carryUsage(
  { $client }: Pick<TenantDb, "$client">,
  directory: Pick<DirectoryDb, "$client">,
): Promise<void> {
  for (let page = 0; page < PAGES; page++) {
    const { results } = await $client.prepare(WAITING).all<{ row: string }>();
    if (results.length === 0) return;
    const rows = `[${results.map(({ row }) => row).join()}]`;
    await directory.$client.prepare(TAKE).bind(rows).run();
    await $client.prepare(TOLD).bind(rows).run();
    if (results.length < PAGE) return;
  }
}
