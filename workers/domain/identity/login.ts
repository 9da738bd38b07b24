import { eq } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { users } from "#db/directory/users.ts";
import type { login as contract } from "#workers/contract/endpoints/account.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { DomainError } from "../error.ts";
import { useCaptcha } from "./captcha.ts";
import { verifyPassword } from "./password.ts";
import { openSealed } from "./seal.ts";
import { endSessionsOf, startSession, USER_ACTIVE } from "./session.ts";
import { noteFailure, refuseWhenTooMany, subjectsOf } from "./throttle.ts";

export interface LoginResult {
  authToken: string;
  uId: string;
  expiresAt: number;
  /** Sessions that this sign-in ended, whose sockets must close. */
  ended: { enterpriseId: EnterpriseId; sessionIds: string[] };
}

/**
 * Signs in. In this order: not too many tries, a good captcha, a password that opens, and only then the account;
 * an unknown address takes as long and gets the same answer as a wrong password.
 */
export async function logIn(
  db: DirectoryDb,
  input: InputOf<typeof contract>["body"],
  from: { address: string; userAgent: string },
  secrets: { token: string; seal: string },
): Promise<LoginResult> {
  const emailKey = input.email.toLowerCase();
  const subjects = subjectsOf(emailKey, from.address);
  await refuseWhenTooMany(db, subjects);
  await useCaptcha(db, { captchaId: input.captchaId, answer: input.captcha, purpose: "login" });
  const password = await openSealed(input.password, secrets.seal, input.captchaId);

  const [user] = await db.select().from(users).where(eq(users.emailKey, emailKey)).limit(1);
  const matches = await verifyPassword(password, user?.passwordHash);
  if (!user || !matches || user.state !== USER_ACTIVE) {
    await noteFailure(db, subjects);
    throw new DomainError("wrongCredentials");
  }
  const ended = input.removeExistingSession ? await endSessionsOf(db, user.id) : [];
  const { token, expiresAt } = await startSession(db, user, from, secrets.token);
  return {
    authToken: token,
    uId: user.id,
    expiresAt,
    ended: { enterpriseId: user.enterpriseId, sessionIds: ended.map(({ id }) => id) },
  };
}
