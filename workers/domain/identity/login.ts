import { eq } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { users } from "#db/directory/users.ts";
import type { Challenge, login as contract } from "#workers/contract/endpoints/account.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { useCaptcha } from "./captcha.ts";
import { beginChallenge, slowedDown } from "./challenge.ts";
import { enter, ctxOfUser, refuseElsewhere, type Entered } from "./enter.ts";
import { verifyPassword } from "./password.ts";
import { openSealed } from "./seal.ts";
import { type Visit } from "./session.ts";
import { passwordLimits, refuseWhenTooMany, takeAttempt } from "./rate-limit.ts";

export interface SignInSecrets {
  token: string;
  seal: string;
  ring: KeyRing;
}

/**
 * Signs in. Checked in this order: the rate limit, the captcha, the password, and only then the account; an unknown
 * address takes as long and gets the same answer as a wrong password. When a second factor is required the answer is
 * the challenge for it.
 */
export async function logIn(
  db: DirectoryDb,
  input: InputOf<typeof contract>["body"],
  visit: Visit,
  secrets: SignInSecrets,
): Promise<Entered | { challenge: Challenge }> {
  const emailKey = input.email.toLowerCase();
  const rateLimits = await passwordLimits(db, emailKey, visit.address);
  await refuseWhenTooMany(db, rateLimits);
  await useCaptcha(db, { captchaId: input.captchaId, answer: input.captcha, purpose: "login" });
  const password = await openSealed(input.password, secrets.seal, input.captchaId);

  const [found] = await db
    .select({ user: users, twoFactorRequired: enterprises.twoFactorRequired })
    .from(users)
    .innerJoin(enterprises, eq(enterprises.id, users.enterpriseId))
    .where(eq(users.emailKey, emailKey))
    .limit(1);
  const matches = await verifyPassword(password, found?.user.passwordHash);
  // People who use single sign-on have no password here, whatever there was before.
  if (!found || !matches || found.user.state !== USER_STATE.active || found.user.ssoDirect) {
    const { full } = await takeAttempt(db, rateLimits);
    if (full && found)
      await auditedInDirectory(ctxOfUser(db, found.user, visit), slowedDown(found.user, "session"));
    throw new DomainError("wrongCredentials");
  }
  // Of many concurrent attempts, those that end after a lane has filled do not count, right or not.
  await refuseWhenTooMany(db, rateLimits);

  const { user, twoFactorRequired } = found;
  const method = user.twoFactor !== "off" ? user.twoFactor : twoFactorRequired ? "mail" : undefined;
  if (method === undefined) {
    const { removeExistingSession } = input;
    return enter(db, user, visit, secrets.token, {
      by: "password",
      removeExistingSession,
      refusal: new DomainError("wrongCredentials"),
    });
  }
  await refuseElsewhere(db, user, input);
  return { challenge: await beginChallenge(ctxOfUser(db, user, visit), secrets.ring, user, method, input) };
}
