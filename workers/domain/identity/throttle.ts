import { and, desc, eq, gt, inArray, lt, sql, type SQL } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { loginFailures } from "#db/directory/guards.ts";
import { loginSessions } from "#db/directory/sessions.ts";
import { users } from "#db/directory/users.ts";
import { DomainError } from "../error.ts";
import { only, wasRefused } from "../guard.ts";
import { digest } from "./digest.ts";

/** At most so many within so long. */
interface Tier {
  most: number;
  withinMs: number;
}

/** Whose failures are counted together, and how many are let through. */
export interface Lane {
  subject: string;
  tiers: readonly Tier[];
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** The longest of all tiers: older failures are forgotten. */
const LONGEST_MS = 60 * MINUTE;
/** An address that an account was signed in from within this time is one of its own. */
const KNOWN_ADDRESS_MS = 90 * 24 * 60 * MINUTE;

const ACCOUNT: readonly Tier[] = [
  { most: 5, withinMs: 30 * SECOND },
  { most: 10, withinMs: 5 * MINUTE },
  { most: 30, withinMs: 30 * MINUTE },
];
const ADDRESS: readonly Tier[] = [
  { most: 5, withinMs: 20 * SECOND },
  { most: 10, withinMs: 10 * MINUTE },
];
/** People of one office share an address: for those who were signed in there it is less of a sign. */
const SHARED_ADDRESS: readonly Tier[] = [
  { most: 20, withinMs: 20 * SECOND },
  { most: 100, withinMs: 10 * MINUTE },
];

/** Codes of a second factor, and passwords asked for again by one who is signed in. */
export const factorLane = (userId: string): Lane => ({
  subject: digest("factor", userId),
  tiers: [{ most: 5, withinMs: 5 * MINUTE }],
});

/** Sign-ins begun at a provider from one address: each asks somebody else's server something. */
export const ssoLane = (address: string): Lane => ({
  subject: digest("ssoStart", address),
  tiers: [{ most: 100, withinMs: MINUTE }],
});

/** Codes that are mailed: without end they would fill a mailbox, and each is a further chance to guess. */
export const mailLane = (userId: string, tiers: readonly Tier[] = MAILS): Lane => ({
  subject: digest("codeMail", userId),
  tiers,
});
const MAILS: readonly Tier[] = [{ most: 6, withinMs: 15 * MINUTE }];
export const AGAIN: readonly Tier[] = [{ most: 1, withinMs: 30 * SECOND }, ...MAILS];

/**
 * Where a wrong password counts: at the address it came from, and at the account, existing or not. An address from
 * which that account was signed in before has a count of its own there, so that whoever fails elsewhere on purpose
 * does not keep its owner out.
 */
export async function passwordLanes(
  db: DirectoryDb,
  emailKey: string,
  address: string,
  now = Date.now(),
): Promise<Lane[]> {
  const [known] = await db
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
  return known
    ? [
        { subject: digest("account", emailKey, address), tiers: ACCOUNT },
        { subject: digest("sharedAddress", address), tiers: SHARED_ADDRESS },
      ]
    : [
        { subject: digest("account", emailKey), tiers: ACCOUNT },
        { subject: digest("address", address), tiers: ADDRESS },
      ];
}

/** How a full lane is said: of guesses, or of what is merely asked for too often. */
type Refusal = "slowDown" | "tooOften";

/** Refuses, saying for how long, while a lane is full. */
export async function refuseWhenTooMany(
  db: DirectoryDb,
  lanes: readonly Lane[],
  now = Date.now(),
  refusal: Refusal = "slowDown",
): Promise<void> {
  const wait = await waitOf(db, lanes, now);
  if (wait > 0) throw new DomainError(refusal, { retryAfterSeconds: Math.ceil(wait / SECOND) });
}

/**
 * Counts a failure (or a mail), or refuses when a lane has become full meanwhile: of many tries at once no more are
 * told whether they were right than of as many in a row. Answers whether this one has filled a lane.
 */
export async function takePlace(
  db: DirectoryDb,
  lanes: readonly Lane[],
  now = Date.now(),
  refusal: Refusal = "slowDown",
): Promise<{ full: boolean }> {
  try {
    await db.batch([
      only(
        { db },
        sql.join(
          lanes.map((lane) => hasRoom(lane, now)),
          sql` AND `,
        ),
      ),
      db.insert(loginFailures).values(lanes.map(({ subject }) => ({ subject, at: now }))),
      db.delete(loginFailures).where(lt(loginFailures.at, now - LONGEST_MS)),
    ]);
  } catch (error) {
    if (!wasRefused(error)) throw error;
    await refuseWhenTooMany(db, lanes, now, refusal);
    // Room again within this very moment: still no answer for a try that came when there was none.
    throw new DomainError(refusal, { retryAfterSeconds: 1 });
  }
  return { full: (await waitOf(db, lanes, now)) > 0 };
}

const hasRoom = ({ subject, tiers }: Lane, now: number): SQL =>
  sql.join(
    tiers.map(
      ({ most, withinMs }) =>
        sql`(SELECT count(*) FROM ${loginFailures} WHERE ${loginFailures.subject} = ${subject} AND ${loginFailures.at} > ${now - withinMs}) < ${most}`,
    ),
    sql` AND `,
  );

/** How long until every tier of every lane has room. */
async function waitOf(db: DirectoryDb, lanes: readonly Lane[], now: number): Promise<number> {
  const most = Math.max(...lanes.flatMap(({ tiers }) => tiers.map((tier) => tier.most)));
  const failures = await db
    .select({ subject: loginFailures.subject, at: loginFailures.at })
    .from(loginFailures)
    .where(
      and(
        inArray(
          loginFailures.subject,
          lanes.map(({ subject }) => subject),
        ),
        gt(loginFailures.at, now - LONGEST_MS),
      ),
    )
    .orderBy(desc(loginFailures.at))
    .limit(most * lanes.length * 2);
  const waits = lanes.flatMap(({ subject, tiers }) => {
    const times = failures.filter((failure) => failure.subject === subject).map(({ at }) => at);
    return tiers.map((tier) => (times[tier.most - 1] ?? 0) + tier.withinMs - now);
  });
  return Math.max(0, ...waits);
}
