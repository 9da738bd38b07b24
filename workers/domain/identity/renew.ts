import { and, eq, sql } from "drizzle-orm";
import { loginSessions } from "#db/directory/sessions.ts";
import type { users } from "#db/directory/users.ts";
import type { Profile } from "#workers/contract/endpoints/profile.ts";
import type { Confirmation } from "#workers/contract/endpoints/two-factor.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard } from "../guard.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { confirmed, type ConfirmSecrets, guardRoom, readOwn, whileConfirmed } from "./confirm.ts";
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
  directoryCtx: DirectoryCtx,
  { id, enterprise: { database } }: Pick<Session, "id" | "enterprise">,
  confirmation: Confirmation,
  secrets: ConfirmSecrets & { token: string },
): Promise<{ authToken: string; uId: string; expiresAt: number }> {
  const { db, enterpriseId, now } = directoryCtx;
  const [own] = await readOwn(directoryCtx, id);
  const { user } = own;
  const proof = await confirmed(directoryCtx, own, confirmation, secrets);
  const at = now();
  const expiresAt = at + ABSOLUTE_MS;
  const live = and(eq(loginSessions.id, id), eq(loginSessions.userId, user.id), isLive(at));
  await whileConfirmed(
    directoryCtx,
    proof,
    db.batch([
      guard(directoryCtx, sql`${proof.condition} AND EXISTS (SELECT 1 FROM ${loginSessions} WHERE ${live})`),
      guardRoom(directoryCtx, proof),
      db.update(loginSessions).set({ expiresAt, lastSeenAt: at }).where(live),
      ...proof.statements,
      auditedInDirectory(directoryCtx, { action: "renew", kind: "session", object: { id, name: user.name } }),
    ]),
    new DomainError("loginRequired"),
  );
  return {
    authToken: await tokenOf({ sessionId: id, userId: user.id, enterpriseId, database }, secrets.token, {
      now: at,
      expiresAt,
    }),
    uId: user.id,
    expiresAt,
  };
}
