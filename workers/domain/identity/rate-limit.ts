import { and, desc, eq, gt, inArray, lt, sql, type SQL } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { loginFailures } from "#db/directory/guards.ts";
import { loginSessions } from "#db/directory/sessions.ts";
import { users } from "#db/directory/users.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { digest } from "./digest.ts";

/** A limit on attempts within a time window. */
interface RateRule {
  most: number;
  withinMs: number;
}

/** Attempts that are counted together, and their limits. */
export interface RateLimit {
  subject: string;
  rules: readonly RateRule[];
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** The longest of all rules: older failures are deleted. */
const LONGEST_MS = 60 * MINUTE;
/** Addresses from which an account was signed in within this time count as known to it. */
const KNOWN_ADDRESS_MS = 90 * 24 * 60 * MINUTE;

const ACCOUNT: readonly RateRule[] = [
  { most: 5, withinMs: 30 * SECOND },
  { most: 10, withinMs: 5 * MINUTE },
  { most: 30, withinMs: 30 * MINUTE },
];
const ADDRESS: readonly RateRule[] = [
  { most: 5, withinMs: 20 * SECOND },
  { most: 10, withinMs: 10 * MINUTE },
];
/** People in one office share an address: for accounts known there it means less. */
const SHARED_ADDRESS: readonly RateRule[] = [
  { most: 20, withinMs: 20 * SECOND },
  { most: 100, withinMs: 10 * MINUTE },
];

/** Codes of a second factor, and passwords re-entered by a signed-in user. */
export const factorLimit = (userId: string): RateLimit => ({
  subject: digest("factor", userId),
  rules: [{ most: 5, withinMs: 5 * MINUTE }],
});

/** Sign-ins started at a provider from one address: each calls somebody else's server. */
export const ssoLimit = (address: string): RateLimit => ({
  subject: digest("ssoStart", address),
  rules: [{ most: 100, withinMs: MINUTE }],
});

/** Chats that one person mails to addresses of their choice. */
export const transcriptLimit = (userId: string): RateLimit => ({
  subject: digest("transcript", userId),
  rules: [{ most: 30, withinMs: 60 * MINUTE }],
});

/** Summaries that one person asks a model for: each costs their enterprise. */
export const summaryLimit = (userId: string): RateLimit => ({
  subject: digest("chatSummary", userId),
  rules: [{ most: 60, withinMs: 60 * MINUTE }],
});

/** Mailed codes: without a limit they would fill a mailbox, and each is another chance to guess. */
export const mailLimit = (userId: string, rules: readonly RateRule[] = MAILS): RateLimit => ({
  subject: digest("codeMail", userId),
  rules,
});
const MAILS: readonly RateRule[] = [{ most: 6, withinMs: 15 * MINUTE }];
export const AGAIN: readonly RateRule[] = [{ most: 1, withinMs: 30 * SECOND }, ...MAILS];

/**
 * Rate limits of a wrong password: its source address, and the account, existing or not. An address that signed in to
 * that account before (`known`) has its own count, so that failures elsewhere do not lock its owner out.
 */
export const passwordLimits = (emailKey: string, address: string, known: boolean): RateLimit[] =>
  known
    ? [
        { subject: digest("account", emailKey, address), rules: ACCOUNT },
        { subject: digest("sharedAddress", address), rules: SHARED_ADDRESS },
      ]
    : [
        { subject: digest("account", emailKey), rules: ACCOUNT },
        { subject: digest("address", address), rules: ADDRESS },
      ];

/** A statement that tells whether the account was signed in from this address before. */
export const readingKnown = (db: DirectoryDb, emailKey: string, address: string, now: number) =>
  db
    .select({ id: loginSessions.id })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(
      and(
        eq(users.emailKey, emailKey),
        eq(loginSessions.address, address),
        gt(loginSessions.createdAt, now - KNOWN_ADDRESS_MS),
      ),
    )
    .limit(1);

/** Error code of a reached limit: for guesses, or for requests that are merely too frequent. */
type Refusal = "slowDown" | "tooOften";

/** Refuses with the remaining wait while a limit is reached. */
export async function refuseWhenTooMany(
  db: DirectoryDb,
  rateLimits: readonly RateLimit[],
  now = Date.now(),
  refusal: Refusal = "slowDown",
): Promise<void> {
  refuseAfter(await readingFailures(db, rateLimits, now), rateLimits, now, refusal);
}

/** The same, from the attempts that were read together with something else. */
export function refuseAfter(
  failures: readonly Failure[],
  rateLimits: readonly RateLimit[],
  now: number,
  refusal: Refusal = "slowDown",
): void {
  const wait = waitAfter(failures, rateLimits, now);
  if (wait > 0) throw new DomainError(refusal, { retryAfterSeconds: Math.ceil(wait / SECOND) });
}

/**
 * Counts a failure (or a mail), or refuses when a limit was reached meanwhile: concurrent attempts learn no more
 * results than sequential ones would. Returns whether this one has reached a limit.
 */
export async function takeAttempt(
  db: DirectoryDb,
  rateLimits: readonly RateLimit[],
  now = Date.now(),
  refusal: Refusal = "slowDown",
): Promise<{ full: boolean }> {
  try {
    const [, , , failures] = await db.batch([
      guard({ db }, haveRoom(rateLimits, now)),
      db.insert(loginFailures).values(rateLimits.map(({ subject }) => ({ subject, at: now }))),
      db.delete(loginFailures).where(lt(loginFailures.at, now - LONGEST_MS)),
      readingFailures(db, rateLimits, now),
    ]);
    return { full: waitAfter(failures, rateLimits, now) > 0 };
  } catch (error) {
    if (!guardFailed(error)) throw error;
    await refuseWhenTooMany(db, rateLimits, now, refusal);
    // There is room again by now: still no answer for an attempt that came when there was none.
    throw new DomainError(refusal, { retryAfterSeconds: 1 });
  }
}

/** Condition that every rate limit has room for another attempt. */
export const haveRoom = (rateLimits: readonly RateLimit[], now: number): SQL =>
  sql.join(
    rateLimits.map((rateLimit) => hasRoom(rateLimit, now)),
    sql` AND `,
  );

const hasRoom = ({ subject, rules }: RateLimit, now: number): SQL =>
  sql.join(
    rules.map(
      ({ most, withinMs }) =>
        sql`(SELECT count(*) FROM ${loginFailures} WHERE ${loginFailures.subject} = ${subject} AND ${loginFailures.at} > ${now - withinMs}) < ${most}`,
    ),
    sql` AND `,
  );

export interface Failure {
  subject: string;
  at: number;
}

/** A statement that reads the attempts that count against these limits. */
export function readingFailures(db: DirectoryDb, rateLimits: readonly RateLimit[], now: number) {
  const most = Math.max(...rateLimits.flatMap(({ rules }) => rules.map((rule) => rule.most)));
  return db
    .select({ subject: loginFailures.subject, at: loginFailures.at })
    .from(loginFailures)
    .where(
      and(
        inArray(
          loginFailures.subject,
          rateLimits.map(({ subject }) => subject),
        ),
        gt(loginFailures.at, now - LONGEST_MS),
      ),
    )
    .orderBy(desc(loginFailures.at))
    .limit(most * rateLimits.length * 2);
}

/** Returns the time until every rule of every rate limit has room. */
function waitAfter(failures: readonly Failure[], rateLimits: readonly RateLimit[], now: number): number {
  const waits = rateLimits.flatMap(({ subject, rules }) => {
    const times = failures.filter((failure) => failure.subject === subject).map(({ at }) => at);
    return rules.map((rule) => (times[rule.most - 1] ?? 0) + rule.withinMs - now);
  });
  return Math.max(0, ...waits);
}
