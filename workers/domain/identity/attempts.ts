import type { DirectoryDb } from "#db/client.ts";
import { digest } from "./digest.ts";
import { takeAttempt } from "./rate-limit.ts";

/** Limit on an action per hour, by its actor or its target. */
export interface Limit {
  subject: string;
  most: number;
}

const WINDOW_MS = 3_600_000;

/** Mails that anybody may cause to one address, whether it has an account or not. */
const MAILS_TO_ONE = 5;
/** Limits per network address and hour: a whole office can share one. */
const FROM_ONE = { recover: 30, findSso: 30, signUp: 30, captcha: 600, changePassword: 30, accept: 60 };
const CHANGES_OF_ONE = 10;

/** Without an edge that passes the address on, everybody would share one: this limit is then off. */
const fromOne = (what: keyof typeof FROM_ONE, address: string): Limit[] =>
  address === "local" ? [] : [{ subject: digest("from", what, address), most: FROM_ONE[what] }];

export const recoverLimits = (emailKey: string, address: string): Limit[] => [
  { subject: digest("recover", emailKey), most: MAILS_TO_ONE },
  ...fromOne("recover", address),
];

export const findSsoLimits = (emailKey: string, address: string): Limit[] => [
  { subject: digest("findSso", emailKey), most: MAILS_TO_ONE },
  ...fromOne("findSso", address),
];

/** Signing up and requesting its mail again share one limit. */
export const signUpLimits = (emailKey: string, address: string): Limit[] => [
  { subject: digest("signUp", emailKey), most: MAILS_TO_ONE },
  ...fromOne("signUp", address),
];

export const captchaLimits = (address: string): Limit[] => fromOne("captcha", address);

/** Each attempt is a guess at a password by somebody who already has a session. */
export const changeLimits = (userId: string, address: string): Limit[] => [
  { subject: digest("changePassword", userId), most: CHANGES_OF_ONE },
  ...fromOne("changePassword", address),
];

/** Codes of links cannot be guessed; the limit protects against the cost of the slow hash. */
export const codeLimits = (address: string): Limit[] => fromOne("accept", address);

/** Counts one attempt against each limit, or refuses with tooOften and counts nothing. */
export async function countAttempt(
  db: DirectoryDb,
  limits: readonly Limit[],
  now = Date.now(),
): Promise<void> {
  if (limits.length === 0) return;
  const rateLimits = limits.map(({ subject, most }) => ({ subject, rules: [{ most, withinMs: WINDOW_MS }] }));
  await takeAttempt(db, rateLimits, now, "tooOften");
}
