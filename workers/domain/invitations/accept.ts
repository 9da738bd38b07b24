import { and, eq, gt, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { oneTimeCodes } from "#db/directory/codes.ts";
import { invitations, users } from "#db/directory/users.ts";
import { isRole } from "#workers/contract/roles.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { uuidv7 } from "uuidv7";
import { auditedInDirectory } from "../audit.ts";
import { DomainError, refusing } from "../error.ts";
import { only, wasRefused } from "../guard.ts";
import { codeLimits, countAttempt } from "../identity/attempts.ts";
import { digest } from "../identity/digest.ts";
import type { Visit } from "../identity/session.ts";
import { openNewPassword } from "../identity/new-password.ts";
import { hashPassword } from "../identity/password.ts";
import { directoryScopeOf } from "../scope.ts";

const openBy = (code: string, now: number) =>
  and(
    eq(invitations.codeHash, digest("invitation", code)),
    eq(invitations.state, "open"),
    gt(invitations.expiresAt, now),
  );

/** An open invitation by the code of its mail, with the enterprise's name. Throws invitationOver. */
export async function invitationByCode(db: DirectoryDb, code: string, now = Date.now()) {
  const [row] = await db
    .select({ invitation: invitations, enterpriseName: enterprises.name })
    .from(invitations)
    .innerJoin(enterprises, eq(enterprises.id, invitations.enterpriseId))
    .where(openBy(code, now))
    .limit(1);
  if (!row) throw new DomainError("invitationOver");
  return { ...row.invitation, enterpriseName: row.enterpriseName };
}

/**
 * Accepts an invitation, once: of two who try at the same time one gets the account. The account's address and roles are
 * the invitation's; its code came by mail, so the address is verified. A sign-up of that address which was never
 * verified makes room. Throws invitationOver, accountThere, and invalid by field. Answers the address.
 */
export async function acceptInvitation(
  db: DirectoryDb,
  code: string,
  input: { name: string; password: string },
  visit: Visit,
  sealKey: string,
): Promise<string> {
  await countAttempt(db, codeLimits(visit.address));
  const invitation = await invitationByCode(db, code);
  const { enterpriseId, enterpriseName, email, emailKey } = invitation;
  const about = [enterpriseName, input.name, email];
  const password = await openNewPassword({ password: input.password }, sealKey, code, about);
  const passwordHash = await hashPassword(password);
  const userId = uuidv7();
  const office = directoryScopeOf(db, enterpriseId, { ...visit, userId, name: input.name });
  const at = office.now();
  const roles = invitation.roles.filter(isRole);
  const still = openBy(code, at);
  const unverified = sql`(SELECT ${users.id} FROM ${users} WHERE ${users.emailKey} = ${emailKey} AND ${users.state} = ${USER_STATE.unverified})`;
  try {
    await refusing(
      db.batch([
        only(office, sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${still})`),
        db.delete(oneTimeCodes).where(sql`${oneTimeCodes.userId} IN ${unverified}`),
        db
          .delete(enterprises)
          .where(
            sql`${enterprises.id} IN (SELECT ${users.enterpriseId} FROM ${users} WHERE ${users.id} IN ${unverified})`,
          ),
        db.delete(users).where(and(eq(users.emailKey, emailKey), eq(users.state, USER_STATE.unverified))),
        db.insert(users).values({
          id: userId,
          enterpriseId,
          name: input.name,
          email,
          emailKey,
          passwordHash,
          roles,
          state: USER_STATE.active,
          updatedBy: input.name,
          createdAt: at,
          updatedAt: at,
        }),
        db
          .update(invitations)
          .set({ state: "accepted", updatedAt: at })
          .where(eq(invitations.id, invitation.id)),
        auditedInDirectory(office, {
          action: "accept",
          kind: "invitation",
          object: { id: invitation.id, name: email },
          after: { uId: userId, name: input.name, roles },
        }),
      ]),
      { "users.email_key": "accountThere" },
    );
  } catch (error) {
    throw wasRefused(error) ? new DomainError("invitationOver") : error;
  }
  return email;
}
