import { and, eq, sql } from "drizzle-orm";
import { loginSessions } from "#db/directory/sessions.ts";
import type { users } from "#db/directory/users.ts";
import type { Profile } from "#workers/contract/endpoints/profile.ts";
import type { Confirmation } from "#workers/contract/endpoints/two-factor.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { only, wasRefused } from "../guard.ts";
import type { DirectoryScope } from "../scope.ts";
import { confirmed, ownRow, type ConfirmSecrets } from "./confirm.ts";
import { ABSOLUTE_MS, IDLE_MS, isLive, SEEN_EVERY_MS, tokenOf, type Session } from "./session.ts";

/** Remaining time of a session, for the console to warn before its end; as durations, since clocks differ. */
export function timesOf(
  { expiresAt }: Pick<Session, "expiresAt">,
  { passwordHash, ssoDirect, twoFactor }: typeof users.$inferSelect,
  now: number,
): Profile["session"] {
  const withCode = twoFactor === "totp";
  return {
    // "Last seen" may lag this much behind the last request.
    idleMs: IDLE_MS - SEEN_EVERY_MS,
    endsInMs: Math.max(0, expiresAt - now),
    canRenew: withCode || (passwordHash !== null && !ssoDirect),
    withCode,
  };
}

/**
 * Extends a live session by another day, for the password or a code: a token alone cannot be extended, and a copied one
 * ends when it would have. Throws as `confirmed` does, loginRequired when the session ended meanwhile.
 */
export async function renewSession(
  office: DirectoryScope,
  { id }: Pick<Session, "id">,
  confirmation: Confirmation,
  secrets: ConfirmSecrets & { token: string },
): Promise<{ authToken: string; uId: string; expiresAt: number }> {
  const { db, now } = office;
  const user = await ownRow(office);
  const proof = await confirmed(office, user, id, confirmation, secrets);
  const at = now();
  const expiresAt = at + ABSOLUTE_MS;
  const own = and(eq(loginSessions.id, id), eq(loginSessions.userId, user.id), isLive(at));
  try {
    await db.batch([
      only(office, sql`${proof.condition} AND EXISTS (SELECT 1 FROM ${loginSessions} WHERE ${own})`),
      db.update(loginSessions).set({ expiresAt, lastSeenAt: at }).where(own),
      ...proof.statements,
      auditedInDirectory(office, { action: "renew", kind: "session", object: { id, name: user.name } }),
    ]);
  } catch (error) {
    if (wasRefused(error)) throw new DomainError("loginRequired");
    throw error;
  }
  return {
    authToken: await tokenOf(id, user.id, secrets.token, { now: at, expiresAt }),
    uId: user.id,
    expiresAt,
  };
}
