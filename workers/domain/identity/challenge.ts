import { randomInt } from "node:crypto";
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { loginChallenges } from "#db/directory/codes.ts";
import { users } from "#db/directory/users.ts";
import type { Challenge, verifyCode as contract } from "#workers/contract/endpoints/account.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { secondFactorTexts } from "#texts/second-factor.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { writingMail } from "../mail/write.ts";
import { iso, type DirectoryCtx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { digest, randomCode, sameDigest } from "./digest.ts";
import { enter, ctxOfUser, type Entered, type Proof } from "./enter.ts";
import { provenByRecovery, provenByTotp } from "./factor.ts";
import { looksLikeRecoveryCode } from "./recovery-codes.ts";
import type { Visit } from "./session.ts";
import { AGAIN, factorLimit, mailLimit, refuseWhenTooMany, takeAttempt } from "./rate-limit.ts";

/** Time within which a sign-in with the right password must complete its second factor. */
const CHALLENGE_MS = 10 * 60_000;
const MOST_TRIES = 5;

type User = typeof users.$inferSelect;
type Row = typeof loginChallenges.$inferSelect;

/** The id is as good as a password for ten minutes, so only its hash is kept. */
const keyOf = (id: string): string => digest("challenge", id);
const codeHash = (key: string, code: string): string => digest("loginCode", key, code.replace(/\s/g, ""));

const isOpen = (key: string, now: number) =>
  and(eq(loginChallenges.id, key), isNull(loginChallenges.usedAt), gt(loginChallenges.expiresAt, now));

/** Asks for the second factor: a code is mailed, or the authenticator shows one. Does not sign anybody in by itself. */
export async function beginChallenge(
  directoryCtx: DirectoryCtx,
  ring: KeyRing,
  user: User,
  method: Row["method"],
  { removeExistingSession }: { removeExistingSession: boolean },
): Promise<Challenge> {
  const { db, now } = directoryCtx;
  const id = randomCode();
  const key = keyOf(id);
  const code = method === "mail" ? newCode() : undefined;
  if (code !== undefined) await takeAttempt(db, [mailLimit(user.id)]);
  const expiresAt = now() + CHALLENGE_MS;
  await db.batch([
    db.insert(loginChallenges).values({
      id: key,
      enterpriseId: user.enterpriseId,
      userId: user.id,
      method,
      codeHash: code === undefined ? null : codeHash(key, code),
      sent: code === undefined ? 0 : 1,
      removeExistingSession,
      expiresAt,
      createdAt: now(),
    }),
    db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, now() - CHALLENGE_MS)),
    ...(code === undefined ? [] : [(await codeMail(directoryCtx, ring, user, code)).statement]),
  ]);
  return shown(id, method, user, expiresAt);
}

/** Mails a new code in place of the one before. */
export async function resendCode(
  db: DirectoryDb,
  ring: KeyRing,
  visit: Visit,
  id: string,
  now = Date.now(),
): Promise<Challenge> {
  const key = keyOf(id);
  const open = isOpen(key, now);
  const [challenge] = await db.select().from(loginChallenges).where(open).limit(1);
  const user = challenge && (await userOf(db, challenge));
  if (!user || challenge.method !== "mail") throw new DomainError("signInOver");
  await takeAttempt(db, [mailLimit(user.id, AGAIN)]);
  const directoryCtx = ctxOfUser(db, user, visit);
  const code = newCode();
  try {
    await db.batch([
      guard({ db }, sql`EXISTS (SELECT 1 FROM ${loginChallenges} WHERE ${open})`),
      db
        .update(loginChallenges)
        .set({ codeHash: codeHash(key, code), sent: sql`${loginChallenges.sent} + 1` })
        .where(open),
      (await codeMail(directoryCtx, ring, user, code)).statement,
    ]);
  } catch (error) {
    throw guardFailed(error) ? new DomainError("signInOver") : error;
  }
  return shown(id, challenge.method, user, challenge.expiresAt);
}

/** Completes a sign-in with its second factor: the mailed or the authenticator's code, or a recovery code instead. */
export async function verifyCode(
  db: DirectoryDb,
  ring: KeyRing,
  { id, authType, securityCode }: InputOf<typeof contract>["body"],
  visit: Visit,
  tokenSecret: string,
  now = Date.now(),
): Promise<Entered> {
  const key = keyOf(id);
  const open = isOpen(key, now);
  const [challenge] = await db
    .update(loginChallenges)
    .set({ tries: sql`${loginChallenges.tries} + 1` })
    .where(and(open, lt(loginChallenges.tries, MOST_TRIES)))
    .returning();
  const user = challenge && (await userOf(db, challenge));
  if (!user) throw new DomainError("signInOver");
  const rateLimits = [factorLimit(user.id)];
  await refuseWhenTooMany(db, rateLimits);
  const directoryCtx = ctxOfUser(db, user, visit);
  const recovery = authType === "recovery" || looksLikeRecoveryCode(securityCode);
  const by = recovery ? "recovery" : challenge.method;
  // The server chose the method: requesting another one than was begun must not bypass it.
  const proof =
    authType === "recovery" || authType === challenge.method
      ? await proofOf(directoryCtx, ring, user, challenge, { by, code: securityCode })
      : undefined;
  if (!proof) {
    const { full } = await takeAttempt(db, rateLimits);
    if (full) await auditedInDirectory(directoryCtx, slowedDown(user, "twoFactor"));
    throw wrongCode();
  }
  return enter(db, user, visit, tokenSecret, {
    by,
    removeExistingSession: challenge.removeExistingSession,
    refusal: wrongCode(),
    proof: {
      condition: sql`EXISTS (SELECT 1 FROM ${loginChallenges} WHERE ${open}) AND ${proof.condition}`,
      statements: [db.update(loginChallenges).set({ usedAt: now }).where(open), ...proof.statements],
    },
  });
}

/**
 * A statement that invalidates all sign-ins in progress: for when the password or the factor that they began with is
 * gone.
 */
export const endingChallengesOf = (db: DirectoryDb, userId: string, now: number) =>
  db
    .update(loginChallenges)
    .set({ usedAt: now })
    .where(and(eq(loginChallenges.userId, userId), isNull(loginChallenges.usedAt)));

/** For the audit trail: somebody is guessing passwords or codes, and is made to wait. */
export const slowedDown = (user: Pick<User, "id" | "name">, kind: "session" | "twoFactor") =>
  ({ action: "slowDown", kind, object: { id: user.id, name: user.name } }) as const;

async function proofOf(
  directoryCtx: DirectoryCtx,
  ring: KeyRing,
  user: User,
  challenge: Row,
  { by, code }: { by: "recovery" | Row["method"]; code: string },
): Promise<Proof | undefined> {
  switch (by) {
    case "recovery":
      return provenByRecovery(directoryCtx, user, code);
    case "totp":
      return provenByTotp(directoryCtx, ring, user, code);
    case "mail": {
      const { codeHash: wanted } = challenge;
      if (wanted === null || !sameDigest(wanted, codeHash(challenge.id, code))) return undefined;
      // A code that was replaced during the check is no longer valid.
      return {
        condition: sql`EXISTS (SELECT 1 FROM ${loginChallenges} WHERE ${loginChallenges.id} = ${challenge.id} AND ${loginChallenges.codeHash} = ${wanted})`,
        statements: [],
      };
    }
    default:
      return by satisfies never;
  }
}

const wrongCode = (): DomainError =>
  new DomainError("wrongCode", { errors: { securityCode: secondFactorTexts.wrongCode } });

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

const codeMail = (directoryCtx: DirectoryCtx, ring: KeyRing, { email, name, language }: User, code: string) =>
  writingMail(directoryCtx, ring, {
    template: "loginCode",
    to: { address: email, name, language: language || undefined },
    facts: [String(CHALLENGE_MS / 60_000)],
    code,
  });

async function userOf(db: DirectoryDb, { userId }: Row): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).limit(1);
  return user;
}

const shown = (id: string, method: Row["method"], { email }: User, expiresAt: number): Challenge => ({
  id,
  authType: method,
  sentTo: method === "mail" ? masked(email) : "",
  expiresAt: iso(expiresAt),
});

/** Shows enough to recognise one's own mailbox, but not enough to learn an address. */
const masked = (email: string): string => email.replace(/^(.).*(?=@)/, "$1***");
