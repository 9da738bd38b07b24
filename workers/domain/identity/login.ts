import { and, eq, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { users } from "#db/directory/users.ts";
import type { Challenge, login as contract } from "#workers/contract/endpoints/account.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { refuseWrongCaptcha, usingCaptcha } from "./captcha.ts";
import { beginChallenge, slowedDown } from "./challenge.ts";
import { enter, ctxOfUser, refuseElsewhere, type Entered } from "./enter.ts";
import { hashPassword, isCheap, verifyPassword } from "./password.ts";
import { openSealed } from "./seal.ts";
import { type Visit } from "./session.ts";
import {
  haveRoom,
  passwordLimits,
  type RateLimit,
  readingFailures,
  readingKnown,
  refuseAfter,
  refuseWhenTooMany,
  takeAttempt,
} from "./rate-limit.ts";

export interface SignInSecrets {
  token: string;
  seal: string;
  ring: KeyRing;
}

/**
 * Signs in. Checks the rate limit, the captcha, the password, and only then the account; an unknown address takes as
 * long and gets the same answer as a wrong password. Answers a challenge where a second factor is required.
 */
export async function logIn(
  db: DirectoryDb,
  input: InputOf<typeof contract>["body"],
  visit: Visit,
  secrets: SignInSecrets,
): Promise<Entered | { challenge: Challenge }> {
  const emailKey = input.email.toLowerCase();
  const now = Date.now();
  const [known, unknown] = [true, false].map((each) => passwordLimits(emailKey, visit.address, each)) as [
    RateLimit[],
    RateLimit[],
  ];
  const captcha = { captchaId: input.captchaId, answer: input.captcha, purpose: "login" as const };
  const knownHere = readingKnown(db, emailKey, visit.address, now);
  const [before, failures, used, [found]] = await db.batch([
    knownHere,
    readingFailures(db, [...known, ...unknown], now),
    // A captcha is not used up by somebody who has to wait.
    usingCaptcha(
      db,
      captcha,
      now,
      sql`CASE WHEN EXISTS ${knownHere} THEN ${haveRoom(known, now)} ELSE ${haveRoom(unknown, now)} END`,
    ),
    db
      .select({
        user: users,
        twoFactorRequired: sql<number>`${enterprises.twoFactorRequired}`.as("required"),
      })
      .from(users)
      .innerJoin(enterprises, eq(enterprises.id, users.enterpriseId))
      .where(eq(users.emailKey, emailKey))
      .limit(1),
  ]);
  const rateLimits = before.length > 0 ? known : unknown;
  refuseAfter(failures, rateLimits, now);
  refuseWrongCaptcha(used, captcha);
  const password = await openSealed(input.password, secrets.seal, input.captchaId);
  const matches = await verifyPassword(password, found?.user.passwordHash);
  // People who use single sign-on have no password here, whatever there was before.
  if (!found || !matches || found.user.state !== USER_STATE.active || found.user.ssoDirect) {
    const { full } = await takeAttempt(db, rateLimits);
    if (full && found)
      await auditedInDirectory(ctxOfUser(db, found.user, visit), slowedDown(found.user, "session"));
    throw new DomainError("wrongCredentials");
  }
  const { user, twoFactorRequired } = found;
  if (isCheap(user.passwordHash)) await storeAnew(db, user, password);
  const method = user.twoFactor !== "off" ? user.twoFactor : twoFactorRequired === 1 ? "mail" : undefined;
  if (method === undefined) {
    const { removeExistingSession } = input;
    const refusal = new DomainError("wrongCredentials");
    // Of many concurrent attempts, those that end after a rate limit is reached do not count, right or not.
    const proof = { condition: haveRoom(rateLimits, now), statements: [] };
    const entry = { by: "password" as const, removeExistingSession, proof, refusal };
    try {
      return await enter(db, user, visit, secrets.token, entry);
    } catch (error) {
      if (error === refusal) await refuseWhenTooMany(db, rateLimits);
      throw error;
    }
  }
  await refuseWhenTooMany(db, rateLimits);
  await refuseElsewhere(db, user, input);
  return { challenge: await beginChallenge(ctxOfUser(db, user, visit), secrets.ring, user, method, input) };
}

/** Stores a right password at today's cost, unless its person has just set another one. */
async function storeAnew(
  db: DirectoryDb,
  { id, passwordHash }: Pick<typeof users.$inferSelect, "id" | "passwordHash">,
  password: string,
): Promise<void> {
  await db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash ?? "")));
}
