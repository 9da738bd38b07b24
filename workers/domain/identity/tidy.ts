import { and, inArray, isNotNull, lt, ne, or, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { loginChallenges, oneTimeCodes, ssoAttempts } from "#db/directory/codes.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { captchas } from "#db/directory/guards.ts";
import { mails } from "#db/directory/mails.ts";
import { tickets } from "#db/directory/sessions.ts";
import { invitations, users } from "#db/directory/users.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";

const DAY_MS = 24 * 3_600_000;
const UNVERIFIED_MS = 7 * DAY_MS;
const MAIL_MS = 30 * DAY_MS;

/**
 * Deletes expired codes, tickets and sign-ins that were begun, mails, first passwords that were not used in time, and sign-ups that were not verified within
 * a week, so that nobody blocks an address whose mail they do not read.
 */
export async function tidyAccounts(db: DirectoryDb, now = Date.now()): Promise<void> {
  const forgotten = and(
    sql`${users.state} = ${USER_STATE.unverified}`,
    lt(users.updatedAt, now - UNVERIFIED_MS),
  );
  await db.batch([
    db
      .delete(mails)
      .where(
        and(lt(mails.createdAt, now - MAIL_MS), inArray(mails.state, ["sent", "kept", "failed", "unknown"])),
      ),
    db
      .update(invitations)
      .set({ passwordHash: null })
      .where(
        and(
          isNotNull(invitations.passwordHash),
          or(ne(invitations.state, "open"), lt(invitations.expiresAt, now)),
        ),
      ),
    db.delete(enterprises).where(
      sql`${enterprises.id} IN (SELECT ${users.enterpriseId} FROM ${users} WHERE ${forgotten})
        AND NOT EXISTS (SELECT 1 FROM ${users} other WHERE other.enterprise_id = ${enterprises.id} AND other.state <> ${USER_STATE.unverified})`,
    ),
    db.delete(users).where(forgotten),
    // Each is also removed when the next is made, which may be never.
    ...[oneTimeCodes, loginChallenges, ssoAttempts, tickets, captchas].map((table) =>
      db.delete(table).where(lt(table.expiresAt, now - DAY_MS)),
    ),
  ]);
}
