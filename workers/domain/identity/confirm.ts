import { and, eq, sql } from "drizzle-orm";
import { loginSessions } from "#db/directory/sessions.ts";
import { users } from "#db/directory/users.ts";
import type { Confirmation } from "#workers/contract/endpoints/two-factor.ts";
import { secondFactorTexts } from "#texts/second-factor.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import type { DirectoryCtx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { slowedDown } from "./challenge.ts";
import type { Proof } from "./enter.ts";
import { provenByRecovery, provenByTotp } from "./factor.ts";
import { verifyPassword } from "./password.ts";
import { openSealed } from "./seal.ts";
import { factorLimit, refuseWhenTooMany, takeAttempt } from "./rate-limit.ts";

/** People with neither password nor authenticator confirm by a sign-in at most this long ago. */
const FRESH_MS = 10 * 60_000;

export interface ConfirmSecrets {
  seal: string;
  ring: KeyRing;
}

const nothingMore: Proof = { condition: sql`1`, statements: [] };

/** Returns the current user's row; its enterprise is the context's. */
export async function ownRow({ db, enterpriseId, actor }: DirectoryCtx): Promise<typeof users.$inferSelect> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.enterpriseId, enterpriseId), eq(users.id, actor.userId)))
    .limit(1);
  if (!user) throw new DomainError("loginRequired");
  return user;
}

/**
 * Re-authenticates before a change of sign-in methods: a stolen token alone changes nothing. Returns the condition that
 * must still hold and statements that consume the proof. Throws confirmationNeeded, wrongPassword, wrongCode, slowDown.
 */
export async function confirmed(
  directoryCtx: DirectoryCtx,
  user: typeof users.$inferSelect,
  sessionId: string,
  { password, code }: Confirmation,
  { seal, ring }: ConfirmSecrets,
): Promise<Proof> {
  const { db } = directoryCtx;
  const hasPassword = user.passwordHash !== null && !user.ssoDirect;
  if (!hasPassword && user.twoFactor !== "totp") return freshSession(directoryCtx, sessionId);
  if (!password && !code) {
    throw new DomainError("confirmationNeeded", {
      errors: { password: secondFactorTexts.confirmationNeeded },
    });
  }
  const rateLimits = [factorLimit(user.id)];
  await refuseWhenTooMany(db, rateLimits);
  const proof = code
    ? ((await provenByTotp(directoryCtx, ring, user, code)) ??
      (await provenByRecovery(directoryCtx, user, code)))
    : hasPassword &&
        (await verifyPassword(await openSealed(password ?? "", seal, user.id), user.passwordHash))
      ? nothingMore
      : undefined;
  if (proof) {
    await refuseWhenTooMany(db, rateLimits);
    return proof;
  }
  const { full } = await takeAttempt(db, rateLimits);
  if (full) await auditedInDirectory(directoryCtx, slowedDown(user, "twoFactor"));
  throw code
    ? new DomainError("wrongCode", { errors: { code: secondFactorTexts.wrongCode } })
    : new DomainError("wrongPassword", { errors: { password: secondFactorTexts.wrongPassword } });
}

async function freshSession({ db, now }: DirectoryCtx, sessionId: string): Promise<Proof> {
  const [session] = await db
    .select({ createdAt: loginSessions.createdAt })
    .from(loginSessions)
    .where(eq(loginSessions.id, sessionId))
    .limit(1);
  if (session && session.createdAt > now() - FRESH_MS) return nothingMore;
  throw new DomainError("confirmationNeeded", { message: secondFactorTexts.signInForThis });
}
