import { and, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { attempts } from "#db/directory/guards.ts";
import { DomainError } from "../error.ts";
import { only, wasRefused } from "../guard.ts";
import { digest } from "./digest.ts";

/** Something that may be done so often within an hour, by whom or for whom. */
export interface Limit {
  subject: string;
  most: number;
}

export const WINDOW_MS = 3_600_000;

/** Mails that anybody may have sent to one address, whether it has an account or not. */
const MAILS_TO_ONE = 5;
/** What one network address may ask for: a whole office can be behind it. */
const FROM_ONE = { recover: 30, signUp: 30, captcha: 600, changePassword: 30, accept: 60 };
const CHANGES_OF_ONE = 10;

/** Where no edge has said the address, everybody would share one: nothing is counted by it there. */
const fromOne = (what: keyof typeof FROM_ONE, address: string): Limit[] =>
  address === "local" ? [] : [{ subject: digest("from", what, address), most: FROM_ONE[what] }];

export const recoverLimits = (emailKey: string, address: string): Limit[] => [
  { subject: digest("recover", emailKey), most: MAILS_TO_ONE },
  ...fromOne("recover", address),
];

/** Signing up and asking for its mail again are one thing. */
export const signUpLimits = (emailKey: string, address: string): Limit[] => [
  { subject: digest("signUp", emailKey), most: MAILS_TO_ONE },
  ...fromOne("signUp", address),
];

export const captchaLimits = (address: string): Limit[] => fromOne("captcha", address);

/** Each is a guess at a password by one who has a session already. */
export const changeLimits = (userId: string, address: string): Limit[] => [
  { subject: digest("changePassword", userId), most: CHANGES_OF_ONE },
  ...fromOne("changePassword", address),
];

/** Codes of links cannot be guessed; what is limited is the slow hash that a try costs. */
export const codeLimits = (address: string): Limit[] => fromOne("accept", address);

/**
 * Counts one against each limit, or refuses with slowDown and counts nothing. The check is in the write: of many at
 * once no more get through than of as many in a row.
 */
export async function countAttempt(
  db: DirectoryDb,
  limits: readonly Limit[],
  now = Date.now(),
): Promise<void> {
  if (limits.length === 0) return;
  const room = limits.map(
    ({ subject, most }) =>
      sql`(SELECT count(*) FROM ${attempts} WHERE ${attempts.subject} = ${subject} AND ${attempts.at} > ${now - WINDOW_MS}) < ${most}`,
  );
  try {
    await db.batch([
      only({ db }, sql.join(room, sql` AND `)),
      db.insert(attempts).values(limits.map(({ subject }) => ({ subject, at: now }))),
    ]);
  } catch (error) {
    if (!wasRefused(error)) throw error;
    const waits = await Promise.all(limits.map((limit) => waitOf(db, limit, now)));
    throw new DomainError("tooOften", {
      retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...waits) / 1_000)),
    });
  }
}

/** How long until the oldest of the last `most` is out of the window. */
async function waitOf(db: DirectoryDb, { subject, most }: Limit, now: number): Promise<number> {
  const [oldest] = await db
    .select({ at: attempts.at })
    .from(attempts)
    .where(and(eq(attempts.subject, subject), gt(attempts.at, now - WINDOW_MS)))
    .orderBy(desc(attempts.at))
    .limit(1)
    .offset(most - 1);
  return oldest ? oldest.at + WINDOW_MS - now : 0;
}

/** A statement that forgets what counts no more. */
export const forgettingAttempts = (db: DirectoryDb, now = Date.now()) =>
  db.delete(attempts).where(lt(attempts.at, now - WINDOW_MS));
