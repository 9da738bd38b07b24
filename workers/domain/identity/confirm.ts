import { and, eq, sql, type SQL } from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { loginSessions } from "#db/directory/sessions.ts";
import { users } from "#db/directory/users.ts";
import type { Confirmation } from "#workers/contract/endpoints/two-factor.ts";
import { secondFactorTexts } from "#texts/second-factor.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import type { DirectoryCtx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { slowedDown } from "./challenge.ts";
import type { Proof } from "./enter.ts";
import { provenByRecovery, provenByTotp } from "./factor.ts";
import { verifyPassword } from "./password.ts";
import { openSealed } from "./seal.ts";
import {
  factorLimit,
  type Failure,
  haveRoom,
  readingFailures,
  refuseAfter,
  refuseWhenTooMany,
  takeAttempt,
} from "./rate-limit.ts";

/** People with neither password nor authenticator confirm by a sign-in at most this long ago. */
const FRESH_MS = 10 * 60_000;

export interface ConfirmSecrets {
  seal: string;
  ring: KeyRing;
}

type User = typeof users.$inferSelect;
type Read = BatchItem<"sqlite">;

/** The current user, and the facts that a confirmation is measured by. */
export interface Own {
  user: User;
  /** Beginning of the current session; undefined where the session is gone. */
  signedInAt: number | undefined;
  failures: readonly Failure[];
}

/** The proof that a change needs, and the condition that guesses made meanwhile have left room for it. */
export interface Confirmed extends Proof {
  room: SQL;
  /** When room was measured. */
  at: number;
}

const nothingMore: Proof = { condition: sql`1`, statements: [] };

/** A statement that reads the current user's row; its enterprise is the context's. */
export const readingOwnRow = ({ db, enterpriseId, actor }: DirectoryCtx) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.enterpriseId, enterpriseId), eq(users.id, actor.userId)))
    .limit(1);

/** The row that it has read. */
export function ownRowIn([user]: readonly User[]): User {
  if (!user) throw new DomainError("loginRequired");
  return user;
}

/** Reads the current user with everything that `confirmed` asks for; `also` is read in the same round trip. */
export async function readOwn<const Also extends readonly Read[]>(
  directoryCtx: DirectoryCtx,
  sessionId: string,
  ...also: Also
): Promise<[Own, ...BatchResponse<Also>]> {
  const { db, actor, now } = directoryCtx;
  const [rows, [session], failures, ...answers] = (await db.batch([
    readingOwnRow(directoryCtx),
    db
      .select({ createdAt: loginSessions.createdAt })
      .from(loginSessions)
      .where(eq(loginSessions.id, sessionId))
      .limit(1),
    readingFailures(db, [factorLimit(actor.userId)], now()),
    ...also,
  ])) as unknown as [User[], { createdAt: number }[], Failure[], ...BatchResponse<Also>];
  return [{ user: ownRowIn(rows), signedInAt: session?.createdAt, failures }, ...answers];
}

/**
 * Re-authenticates before a change of sign-in methods: a stolen token alone changes nothing. Its change runs in a batch
 * that begins with the proof's condition and `guardRoom`. Throws confirmationNeeded, wrongPassword, wrongCode, slowDown.
 */
export async function confirmed(
  directoryCtx: DirectoryCtx,
  { user, signedInAt, failures }: Own,
  { password, code }: Confirmation,
  { seal, ring }: ConfirmSecrets,
): Promise<Confirmed> {
  const { db, now } = directoryCtx;
  const hasPassword = user.passwordHash !== null && !user.ssoDirect;
  if (!hasPassword && user.twoFactor !== "totp") {
    refuseOldSession(signedInAt, now());
    return { ...nothingMore, room: sql`1`, at: now() };
  }
  if (!password && !code) {
    throw new DomainError("confirmationNeeded", {
      errors: { password: secondFactorTexts.confirmationNeeded },
    });
  }
  const rateLimits = [factorLimit(user.id)];
  refuseAfter(failures, rateLimits, now());
  const proof = code
    ? ((await provenByTotp(directoryCtx, ring, user, code)) ??
      (await provenByRecovery(directoryCtx, user, code)))
    : hasPassword &&
        (await verifyPassword(await openSealed(password ?? "", seal, user.id), user.passwordHash))
      ? nothingMore
      : undefined;
  const at = now();
  if (proof) return { ...proof, room: haveRoom(rateLimits, at), at };
  const { full } = await takeAttempt(db, rateLimits, now());
  if (full) await auditedInDirectory(directoryCtx, slowedDown(user, "twoFactor"));
  throw code
    ? new DomainError("wrongCode", { errors: { code: secondFactorTexts.wrongCode } })
    : new DomainError("wrongPassword", { errors: { password: secondFactorTexts.wrongPassword } });
}

/** For the front of the batch: guesses that came at the same moment learn no more than those that follow each other. */
export const guardRoom = (directoryCtx: DirectoryCtx, { room }: Pick<Confirmed, "room">) =>
  guard(directoryCtx, room);

/** Runs the batch of a confirmed change; of one that its guards refuse it throws slowDown, or `refusal` while there is room. */
export async function whileConfirmed<T>(
  directoryCtx: DirectoryCtx,
  { at }: Pick<Confirmed, "at">,
  work: Promise<T>,
  refusal: DomainError,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!guardFailed(error)) throw error;
    await refuseFull(directoryCtx, at);
    throw refusal;
  }
}

/** Refuses with slowDown where the current user had no guess left at a moment: that by which the guard has judged. */
export const refuseFull = ({ db, actor }: DirectoryCtx, at: number): Promise<void> =>
  refuseWhenTooMany(db, [factorLimit(actor.userId)], at);

function refuseOldSession(signedInAt: number | undefined, now: number): void {
  if (signedInAt !== undefined && signedInAt > now - FRESH_MS) return;
  throw new DomainError("confirmationNeeded", { message: secondFactorTexts.signInForThis });
}
