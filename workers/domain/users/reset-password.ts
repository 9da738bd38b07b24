import { sql } from "drizzle-orm";
import { usersTexts } from "#texts/users.ts";
import { users } from "#db/directory/users.ts";
import type { User } from "#workers/contract/endpoints/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { checkNewPassword } from "../identity/new-password.ts";
import { hashPassword, verifyPassword } from "../identity/password.ts";
import { openSealed } from "../identity/seal.ts";
import { endingSessionsOf, noteEnded } from "../identity/session.ts";
import { guardRoom, refuseFull } from "../identity/confirm.ts";
import {
  factorLimit,
  type Failure,
  haveRoom,
  readingFailures,
  refuseAfter,
  takeAttempt,
} from "../identity/rate-limit.ts";
import { writingMail } from "../mail/write.ts";
import { nextRevision } from "../revision.ts";
import type { DirectoryCtx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { readingRoleSets, refuseAbove } from "../roles/rights.ts";
import {
  readingUser,
  userUnchanged,
  thisUser,
  unlessGuardFailed,
  userIn,
  userOf,
  type UserRow,
} from "./user.ts";

/**
 * Sets another person's password, after the administrator's own. All sessions of that person end, they are told by
 * mail, and their next sign-in asks for a password that nobody else knows. Answers the sessions that ended.
 */
export async function resetPassword(
  directoryCtx: DirectoryCtx,
  roles: readonly number[],
  { id, ...sealed }: { id: string; adminPassword: string; password: string },
  { ring, link, seal }: { ring: KeyRing; link: string; seal: string },
): Promise<User> {
  const { db, actor, now } = directoryCtx;
  const rateLimits = [factorLimit(actor.userId)];
  const [rows, own, sets, failures] = await db.batch([
    readingUser(directoryCtx, id),
    readingUser(directoryCtx, actor.userId),
    readingRoleSets(directoryCtx),
    readingFailures(db, rateLimits, now()),
  ]);
  const before = userIn(rows);
  // Nothing is unsealed before: the answer for an id of another enterprise must not depend on the sealed content.
  const [adminPassword = "", password = ""] = await Promise.all(
    [sealed.adminPassword, sealed.password].map((each) => openSealed(each, seal, id)),
  );
  if (id === actor.userId) throw new DomainError("notYourself");
  refuseAbove({ roles, sets }, before.roles);
  // Refused before the other one is looked at: an answer without a write would tell a right guess from a wrong one.
  checkNewPassword(password, [before.name, before.email]);
  refuseAfter(failures, rateLimits, now());
  // Hashed before the other one is looked at: at a full count a right guess takes no longer than a wrong one.
  const passwordHash = await hashPassword(password);
  await confirmOwnPassword(directoryCtx, userIn(own), failures, adminPassword);
  const letter = await writingMail(directoryCtx, ring, {
    template: "passwordReset",
    to: { address: before.email, name: before.name, language: before.language },
    facts: [actor.name],
    link,
  });
  const at = now();
  const work = db.batch([
    guard(directoryCtx, sql`${userUnchanged(directoryCtx, before)}`),
    guardRoom(directoryCtx, { room: haveRoom(rateLimits, at) }),
    db
      .update(users)
      .set({ passwordHash, mustChangePassword: true, ...nextRevision(directoryCtx, before) })
      .where(thisUser(directoryCtx, id))
      .returning(),
    endingSessionsOf(db, id, now()),
    auditedInDirectory(directoryCtx, {
      action: "resetPassword",
      kind: "user",
      object: { id, name: before.name },
    }),
    letter.statement,
  ]);
  const [, , [saved], ended] = await unlessGuardFailed(
    directoryCtx,
    before,
    work.catch(async (error: unknown) => {
      if (guardFailed(error)) await refuseFull(directoryCtx, at);
      throw error;
    }),
    new DomainError("notFound"),
  );
  if (!saved) throw new DomainError("notFound");
  noteEnded(directoryCtx, ended);
  return userOf(saved);
}

/** A session that somebody left open must not be enough; guesses are slowed down as they are at the door. */
async function confirmOwnPassword(
  directoryCtx: DirectoryCtx,
  own: UserRow,
  failures: readonly Failure[],
  adminPassword: string,
): Promise<void> {
  const rateLimits = [factorLimit(own.id)];
  refuseAfter(failures, rateLimits, directoryCtx.now());
  if (await verifyPassword(adminPassword, own.passwordHash)) return;
  await takeAttempt(directoryCtx.db, rateLimits, directoryCtx.now());
  const message = usersTexts.adminPasswordWrong;
  throw new DomainError("invalid", { message, errors: { adminPassword: message } });
}
