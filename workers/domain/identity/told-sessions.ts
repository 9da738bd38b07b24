import { and, desc, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { loginSessions } from "#db/directory/sessions.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";

/** One minute's worth of either kind; the newest first, since those may still have an open socket. */
const MOST_AT_ONCE = 500;

/**
 * Returns ended or expired sessions, by enterprise, whose sockets the hub was not yet told to close. The session's row
 * is the only record, however it ended, so none can be missed.
 */
export async function untoldSessions(db: DirectoryDb, now: number): Promise<Map<EnterpriseId, string[]>> {
  const chosen = { id: loginSessions.id, enterpriseId: loginSessions.enterpriseId };
  const untold = isNull(loginSessions.toldAt);
  const [ended, expired] = await db.batch([
    db
      .select(chosen)
      .from(loginSessions)
      .where(and(untold, isNotNull(loginSessions.endedAt)))
      .orderBy(desc(loginSessions.endedAt))
      .limit(MOST_AT_ONCE),
    db
      .select(chosen)
      .from(loginSessions)
      .where(and(untold, lte(loginSessions.expiresAt, now)))
      .orderBy(desc(loginSessions.expiresAt))
      .limit(MOST_AT_ONCE),
  ]);
  const byEnterprise = new Map<EnterpriseId, string[]>();
  for (const { id, enterpriseId } of [...ended, ...expired]) {
    byEnterprise.set(enterpriseId, [...(byEnterprise.get(enterpriseId) ?? []), id]);
  }
  return byEnterprise;
}

/** Notes that the hub has closed the sockets of these sessions. */
export async function noteTold(db: DirectoryDb, ids: readonly string[], now = Date.now()): Promise<void> {
  await db
    .update(loginSessions)
    .set({ toldAt: now })
    .where(sql`${loginSessions.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}
