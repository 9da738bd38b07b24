import { sql } from "drizzle-orm";
import * as messages from "#app/messages.ts";
import { users } from "#db/directory/users.ts";
import type { User } from "#workers/contract/endpoints/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { only } from "../guard.ts";
import { checkNewPassword } from "../identity/new-password.ts";
import { hashPassword, verifyPassword } from "../identity/password.ts";
import { endSessionsOf } from "../identity/session.ts";
import { factorLane, refuseWhenTooMany, takePlace } from "../identity/throttle.ts";
import { writingMail } from "../mail/write.ts";
import { nextRevision } from "../revision.ts";
import type { DirectoryScope } from "../scope.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { refuseAbove, type Rights } from "./rights.ts";
import { stillThe, thisUser, unlessRefused, userOf, userRow } from "./user.ts";

/**
 * Sets another person's password, after the administrator's own. All sessions of that person end, they are told by
 * mail, and their next sign-in asks for a password that nobody else knows. Answers the sessions that ended.
 */
export async function resetPassword(
  office: DirectoryScope,
  by: Rights,
  { id, adminPassword, password }: { id: string; adminPassword: string; password: string },
  { ring, link }: { ring: KeyRing; link: string },
): Promise<{ user: User; ended: string[] }> {
  const { db, actor, now } = office;
  if (id === actor.userId) throw new DomainError("notYourself");
  const before = await userRow(office, id);
  refuseAbove(by, before.roles);
  await confirmOwnPassword(office, adminPassword);
  const passwordHash = await hashPassword(checkNewPassword(password, [before.name, before.email]));
  const letter = await writingMail(office, ring, {
    template: "passwordReset",
    to: { address: before.email, name: before.name },
    facts: [actor.name],
    link,
  });
  const [, [saved], ended] = await unlessRefused(
    office,
    before,
    db.batch([
      only(office, sql`${stillThe(office, before)}`),
      db
        .update(users)
        .set({ passwordHash, mustChangePassword: true, ...nextRevision(office, before) })
        .where(thisUser(office, id))
        .returning(),
      endSessionsOf(db, id, now()),
      auditedInDirectory(office, {
        action: "resetPassword",
        kind: "user",
        object: { id, name: before.name },
      }),
      letter.statement,
    ]),
    new DomainError("notFound"),
  );
  if (!saved) throw new DomainError("notFound");
  return { user: userOf(saved), ended: ended.map((session) => session.id) };
}

/** A session that somebody left open must not be enough; guesses are slowed down as they are at the door. */
async function confirmOwnPassword(office: DirectoryScope, adminPassword: string): Promise<void> {
  const own = await userRow(office, office.actor.userId);
  const lanes = [factorLane(own.id)];
  await refuseWhenTooMany(office.db, lanes, office.now());
  if (await verifyPassword(adminPassword, own.passwordHash)) {
    return refuseWhenTooMany(office.db, lanes, office.now());
  }
  await takePlace(office.db, lanes, office.now());
  const message = messages.users.adminPasswordWrong;
  throw new DomainError("invalid", { message, errors: { adminPassword: message } });
}
