import type { TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { JobKind, JobPayload } from "#workers/contract/jobs.ts";

const OPEN = `INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, woken_at, created_at, updated_at)
  VALUES (?1, ?2, ?3, ?4, ?5, 'waiting', 0, '', 0, 0, 0, ?6, ?6) ON CONFLICT DO NOTHING`;
const GO_ON = `UPDATE OR IGNORE jobs SET state = 'waiting', message = '', attempts = 0, lease_until = 0, woken_at = 0, updated_at = ?4
  WHERE id = ?1 AND state = 'failed' AND payload ->> ?2 = ?3`;

/**
 * Opens a job of the clock's, once however often it is called: its id says what it is for. One that was given up, as when a
 * store did not answer for a minute, goes on from where it was, where its payload still has the value that is named by path.
 */
export async function openOnce<Kind extends JobKind>(
  { $client }: Pick<TenantDb, "$client">,
  work: {
    id: string;
    owner: EnterpriseId;
    kind: Kind;
    subject: string;
    payload: JobPayload<Kind>;
    goesOnIf: readonly [path: string, value: string];
    now: number;
  },
): Promise<void> {
  const { id, owner, kind, subject, payload, goesOnIf, now } = work;
  await $client.batch([
    $client.prepare(OPEN).bind(id, owner, kind, subject, JSON.stringify(payload), now),
    $client.prepare(GO_ON).bind(id, ...goesOnIf, now),
  ]);
}
