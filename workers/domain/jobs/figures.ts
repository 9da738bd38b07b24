import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { passedOver } from "../bare/fenced.ts";

const MINUTE_MS = 60_000;
/** A job that nobody holds and nobody has begun for so long is stuck: the sweeper looks every few seconds. */
const STUCK_MS = 10 * MINUTE_MS;
/** Given-up work is told of for an hour, so that it is not overlooked, and not for ever. */
const TOLD_MS = 60 * MINUTE_MS;
/** Tries that did not get on, from which a job that is tried until it is done is stuck as well. */
const MANY_TRIES = 4;

const WORK = `SELECT
  (SELECT count(*) FROM jobs WHERE state IN ('waiting', 'running') AND ${passedOver("enterprise_id")}) AS open,
  (SELECT ?1 - min(max(lease_until, created_at)) FROM jobs WHERE state IN ('waiting', 'running') AND lease_until <= ?1 AND ${passedOver("enterprise_id")}) AS oldestMs,
  (SELECT count(*) FROM jobs WHERE state IN ('waiting', 'running') AND ${passedOver("enterprise_id")}
    AND (max(lease_until, created_at) < ?1 - ${STUCK_MS} OR attempts >= ${MANY_TRIES} AND created_at < ?1 - ${STUCK_MS})) AS stuck,
  (SELECT count(*) FROM jobs WHERE state = 'failed' AND updated_at > ?1 - ${TOLD_MS}) AS givenUp`;
/** Of broadcasts that go on: what became of their recipients, and of those who failed why. */
const RECIPIENTS = `SELECT c.status, c.code, sum(c.count) AS count FROM broadcasts b CROSS JOIN broadcast_counts c ON c.broadcast_id = b.id
  WHERE b.ended_at IS NULL AND c.status NOT IN ('waits', 'replied', 'clicked') GROUP BY 1, 2 HAVING sum(c.count) > 0`;

export interface WorkFigures {
  /** Jobs that wait or run. */
  open: number;
  /** How long the oldest of those that could be begun has waited; null where none does. */
  oldestMs: number | null;
  stuck: number;
  /** Jobs that were given up within the last hour. */
  givenUp: number;
  /** Recipients of broadcasts that go on, by what became of them. */
  recipients: Record<string, number>;
  /** Those who failed, by the code that the vendor or we gave. */
  failures: Record<string, number>;
}

/** How the work of a database goes on: one batch. */
export async function workFigures({ $client }: Pick<TenantDb, "$client">, now: number): Promise<WorkFigures> {
  const [work, counts] = await $client.batch([$client.prepare(WORK).bind(now), $client.prepare(RECIPIENTS)]);
  const [jobs] = (work?.results ?? []) as unknown as Omit<WorkFigures, "recipients" | "failures">[];
  const rows = (counts?.results ?? []) as { status: string; code: string; count: number }[];
  const sumBy = (key: "status" | "code", of: typeof rows) => {
    const sums: Record<string, number> = {};
    for (const row of of) sums[row[key]] = (sums[row[key]] ?? 0) + row.count;
    return sums;
  };
  return {
    ...{ open: jobs?.open ?? 0, oldestMs: jobs?.oldestMs ?? null },
    ...{ stuck: jobs?.stuck ?? 0, givenUp: jobs?.givenUp ?? 0 },
    recipients: sumBy("status", rows),
    failures: sumBy(
      "code",
      rows.filter(({ status }) => status === "failed"),
    ),
  };
}

/** Alerts for an operator; see "Alerts" in docs/operations.md. Failed recipients alone are none: their broadcast pauses by itself. */
export const workAlerts = ({ stuck, givenUp }: Pick<WorkFigures, "stuck" | "givenUp">): string[] => [
  ...(stuck > 0 ? ["stuck"] : []),
  ...(givenUp > 0 ? ["givenUp"] : []),
];

const WINDOW_MS = 10 * MINUTE_MS;
/** As many attempts within ten minutes as an account or an address may make. */
const FULL = 10;
/** One person who has forgotten a password fills two; so many at once are no persons. */
const MANY_FULL = 20;
const ATTEMPTS = `SELECT coalesce(sum(n), 0) AS attempts, count(*) FILTER (WHERE n >= ${FULL}) AS full
  FROM (SELECT count(*) AS n FROM login_failures WHERE at > ?1 - ${WINDOW_MS} GROUP BY subject)`;

export interface SignInFigures {
  /** Counted attempts of the last ten minutes: wrong passwords (twice: account and address), codes, mails that were asked for. */
  attempts: number;
  /** Accounts, addresses and people that have come to their limit. */
  full: number;
}

export async function signInFigures(
  { $client }: Pick<DirectoryDb, "$client">,
  now: number,
): Promise<SignInFigures> {
  const row = await $client.prepare(ATTEMPTS).bind(now).first<SignInFigures>();
  return row ?? { attempts: 0, full: 0 };
}

export const signInAlerts = ({ full }: Pick<SignInFigures, "full">): string[] =>
  full >= MANY_FULL ? ["signIns"] : [];
