import type { TenantDb } from "#db/client.ts";
import { droppingOf } from "../jobs/ended.ts";
import { SPEECH } from "#workers/contract/speech.ts";

const DAY_MS = 86_400_000;
/** Entries that one transaction deletes. */
const PAGE = 200;

/** Entries of the two screens; a voice message's goes with its message. */
const OLD = `SELECT id FROM speech_jobs WHERE enterprise_id = ?1 AND message_id IS NULL AND state <> 'waiting' AND updated_at < ?2 ORDER BY id LIMIT ${PAGE}`;
/** A sound that was made may be in the library, and goes by night if nothing uses it. */
const RECORDINGS = `UPDATE drive_files SET state = 'leaving' WHERE enterprise_id = ?1 AND use = 'speech' AND state = 'ready'
  AND id IN (SELECT file_id FROM speech_jobs WHERE id IN (${OLD}))
  AND NOT EXISTS (SELECT 1 FROM speech_jobs s WHERE s.file_id = drive_files.id AND s.enterprise_id = ?1 AND s.id NOT IN (${OLD}))`;
const JOBS = droppingOf(OLD);
const ENTRIES = `DELETE FROM speech_jobs WHERE enterprise_id = ?1 AND id IN (${OLD})`;

/**
 * Deletes a page of what an enterprise had spoken and transcribed, a year after somebody last touched it; answers whether there may be
 * more. A recording goes with the last entry that was made of it.
 */
export async function tidySpeech(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: string,
  now: number,
): Promise<boolean> {
  const before = now - SPEECH.keptDays * DAY_MS;
  const results = await $client.batch(
    [RECORDINGS, JOBS, ENTRIES].map((text) => $client.prepare(text).bind(enterpriseId, before)),
  );
  return (results[2]?.meta.changes ?? 0) >= PAGE;
}
