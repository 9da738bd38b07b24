import { sql } from "drizzle-orm";
import { usersTexts } from "#texts/users.ts";
import { users } from "#db/directory/users.ts";
import type { User } from "#workers/contract/endpoints/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard } from "../guard.ts";
import { checkNewPassword } from "../identity/new-password.ts";
import { hashPassword, verifyPassword } from "../identity/password.ts";
import { endingSessionsOf, noteEnded } from "../identity/session.ts";
import { factorLimit, refuseWhenTooMany, takeAttempt } from "../identity/rate-limit.ts";
import { writingMail } from "../mail/write.ts";
import { nextRevision } from "../revision.ts";
import type { DirectoryCtx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { refuseAbove, type Rights } from "../roles/rights.ts";
import { userUnchanged, thisUser, unlessGuardFailed, userOf, userRow } from "./user.ts";

/**
 * Sets another person's password, after the administrator's own. All sessions of that person end, they are told by
 * mail, and their next sign-in asks for a password that nobody else knows. Answers the sessions that ended.
 */
export async function resetPassword(
  directoryCtx: DirectoryCtx,
  by: Rights,
  { id, adminPassword, password }: { id: string; adminPassword: string; password: string },
  { ring, link }: { ring: KeyRing; link: string },
): Promise<User> {
  const { db, actor, now } = directoryCtx;
  if (id === actor.userId) throw new DomainError("notYourself");
  const before = await userRow(directoryCtx, id);
  refuseAbove(by, before.roles);
  await confirmOwnPassword(directoryCtx, adminPassword);
  const passwordHash = await hashPassword(checkNewPassword(password, [before.name, before.email]));
  const letter = await writingMail(directoryCtx, ring, {
    template: "passwordReset",
    to: { address: before.email, name: before.name, language: before.language },
    facts: [actor.name],
    link,
  });
  const [, [saved], ended] = await unlessGuardFailed(
    directoryCtx,
    before,
    db.batch([
      guard(directoryCtx, sql`${userUnchanged(directoryCtx, before)}`),
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
    ]),
    new DomainError("notFound"),
  );
  if (!saved) throw new DomainError("notFound");
  noteEnded(directoryCtx, ended);
  return userOf(saved);
}

/** A session that somebody left open must not be enough; guesses are slowed down as they are at the door. */
async function confirmOwnPassword(directoryCtx: DirectoryCtx, adminPassword: string): Promise<void> {
  const own = await userRow(directoryCtx, directoryCtx.actor.userId);
  const rateLimits = [factorLimit(own.id)];
  await refuseWhenTooMany(directoryCtx.db, rateLimits, directoryCtx.now());
  if (await verifyPassword(adminPassword, own.passwordHash)) {
    return refuseWhenTooMany(directoryCtx.db, rateLimits, directoryCtx.now());
  }
  await takeAttempt(directoryCtx.db, rateLimits, directoryCtx.now());
  const message = usersTexts.adminPasswordWrong;
  throw new DomainError("invalid", { message, errors: { adminPassword: message } });
}
