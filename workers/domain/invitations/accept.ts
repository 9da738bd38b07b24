import { and, eq, gt, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { oneTimeCodes } from "#db/directory/codes.ts";
import { invitations, users } from "#db/directory/users.ts";
import { isRole } from "#workers/contract/roles.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { codeLimits, countAttempt } from "../identity/attempts.ts";
import { digest } from "../identity/digest.ts";
import type { Visit } from "../identity/session.ts";
import { openNewPassword } from "../identity/new-password.ts";
import { hashPassword } from "../identity/password.ts";
import { directoryCtxOf } from "../ctx.ts";
import type { InvitationRow } from "./invitation.ts";

const openBy = (code: string, now: number) =>
  and(
    eq(invitations.codeHash, digest("invitation", code)),
    eq(invitations.state, "open"),
    gt(invitations.expiresAt, now),
  );

/** Returns an open invitation by the code of its mail, with the enterprise's name. Throws invitationOver. */
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
 * Accepts an invitation; of two concurrent calls only one creates the account. Address and roles are the invitation's;
 * the code came by mail, so the address is verified. Throws invitationOver, accountThere, invalid by field.
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
  const about = [invitation.enterpriseName, input.name, invitation.email];
  const password = await openNewPassword({ password: input.password }, sealKey, code, about);
  const passwordHash = await hashPassword(password);
  await join(db, code, invitation, { name: input.name, passwordHash, mustChangePassword: false }, visit);
  return invitation.email;
}

/**
 * Returns a user whom an administrator created and who has not confirmed their address yet, by the code of their mail.
 */
export async function madeUserByCode(db: DirectoryDb, code: string, now = Date.now()) {
  const [row] = await db.select().from(invitations).where(openBy(code, now)).limit(1);
  if (!row || row.name === null || row.passwordHash === null) return undefined;
  return { ...row, given: { name: row.name, passwordHash: row.passwordHash } };
}

/** Activates such a user with the password that they were given, and that their first sign-in replaces. */
export const confirmMadeUser = (
  db: DirectoryDb,
  code: string,
  made: NonNullable<Awaited<ReturnType<typeof madeUserByCode>>>,
  visit: Visit,
): Promise<void> => join(db, code, made, { ...made.given, mustChangePassword: true }, visit);

/** Creates the account of an open invitation, under its id. An unverified sign-up with that address is removed. */
async function join(
  db: DirectoryDb,
  code: string,
  invitation: InvitationRow,
  person: { name: string; passwordHash: string; mustChangePassword: boolean },
  visit: Visit,
): Promise<void> {
  const { id: userId, enterpriseId, email, emailKey } = invitation;
  const directoryCtx = directoryCtxOf(db, enterpriseId, { ...visit, userId, name: person.name });
  const at = directoryCtx.now();
  const roles = invitation.roles.filter(isRole);
  const unverified = sql`(SELECT ${users.id} FROM ${users} WHERE ${users.emailKey} = ${emailKey} AND ${users.state} = ${USER_STATE.unverified})`;
  try {
    await mapConflicts(
      db.batch([
        guard(directoryCtx, sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${openBy(code, at)})`),
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
          email,
          emailKey,
          ...person,
          roles,
          state: USER_STATE.active,
          updatedBy: person.name,
          createdAt: at,
          updatedAt: at,
        }),
        db
          .update(invitations)
          .set({ state: "accepted", passwordHash: null, updatedAt: at })
          .where(eq(invitations.id, invitation.id)),
        auditedInDirectory(directoryCtx, {
          action: "accept",
          kind: "invitation",
          object: { id: invitation.id, name: email },
          after: { uId: userId, name: person.name, roles },
        }),
      ]),
      { "users.email_key": "accountThere" },
    );
  } catch (error) {
    throw guardFailed(error) ? new DomainError("invitationOver") : error;
  }
}
