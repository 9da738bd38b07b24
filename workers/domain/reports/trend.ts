import type { graphReport as contract, ReportRange } from "#workers/contract/endpoints/reports.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { feelingNames, type Feeling } from "#workers/contract/emotions.ts";
import { agentRow } from "../bots/agent.ts";
import type { Ctx } from "../ctx.ts";
import { activeWithin } from "./active-within.ts";
import { DAY_MS, fromMidnight, QUARTER_MS } from "./grain.ts";
import { daysOf, type Range, readRange } from "./range.ts";

type Summed = Feeling | "turns" | "scoped" | "weak" | "offered" | "conversations" | "messages" | "coming";
type Sums = Record<Summed, number>;

const summed: readonly Summed[] = [
  "turns",
  "scoped",
  "weak",
  "offered",
  "conversations",
  "messages",
  ...feelingNames,
  "coming",
];
const columns = summed.map((name) => `sum(${name}) AS ${name}`).join(", ");
const none = Object.fromEntries(summed.map((name) => [name, 0])) as Sums;

/** A range day by day, days of the reader's zone; those without a message are there and zero. */
export async function reportTrend(ctx: Ctx, input: ReportRange): Promise<ReplyOf<typeof contract>> {
  const range = readRange(input);
  const days = daysOf(range);
  // People active on a day of 24 hours are already counted; days that are cut or have a clock change are looked up.
  const [, upTo, longest, people] = await Promise.all([
    agentRow(ctx, range.agentId),
    sumsUpTo(ctx, range, [...days.map(({ from }) => from), range.to]),
    longestOf(ctx, range, days),
    Promise.all(
      days.map(async ({ from, to }) =>
        to - from === DAY_MS ? undefined : await activeWithin(ctx, range.agentId, { from, to }),
      ),
    ),
  ]);
  const sumsOf = days.map((_, day): Sums => {
    const [before = none, after = none] = upTo.slice(day, day + 2);
    return Object.fromEntries(summed.map((name) => [name, after[name] - before[name]])) as Sums;
  });
  return {
    activeUsers: days.map(({ date }, day) => ({ date, value: people[day] ?? upTo[day]?.coming ?? 0 })),
    scopeTrend: days.map(({ date }, day) => {
      const { turns, scoped, offered } = sumsOf[day] ?? none;
      return { date, scoped, offered, nonScoped: turns - scoped - offered };
    }),
    feelings: days.map(({ date }, day) => {
      const { positive, negative, ambiguous, neutral } = sumsOf[day] ?? none;
      return { date, positive, negative, ambiguous, neutral };
    }),
    figures: days.map(({ date }, day) => {
      const { conversations, messages, weak } = sumsOf[day] ?? none;
      return { date, conversations, messages, longest: longest.get(day) ?? 0, weak };
    }),
  };
}

/** Days up to which the longest conversation of each is looked for by its quarters. */
const MOST_BY_QUARTER = 31;

/**
 * Messages of the longest conversation that began on each day, by the day's place. Of more days it would be tens of thousands of
 * quarters in zones whose days are none of UTC: there it is that of the day of UTC which begins nearest, for a course and no figure.
 */
async function longestOf(
  { db, enterpriseId }: Ctx,
  { agentId }: Range,
  days: ReturnType<typeof daysOf>,
): Promise<Map<number, number>> {
  const exact = days.length <= MOST_BY_QUARTER;
  const of = exact ? (at: number) => at : (at: number) => fromMidnight(at).midnight;
  const spans = days.map(({ from, to }) => [of(from), of(to)]);
  const { results } = await db.$client
    .prepare(
      `SELECT n, max(longest) AS longest
       FROM (SELECT key AS n, value->>0 AS since, value->>1 AS until FROM json_each(?3)) CROSS JOIN report_sums
         ON enterprise_id = ?1 AND agent_id = ?2 AND grain = ?4 AND at >= since AND at < until
       GROUP BY n`,
    )
    .bind(enterpriseId, agentId, JSON.stringify(spans), exact ? QUARTER_MS : DAY_MS)
    .all<{ n: number; longest: number }>();
  return new Map(results.map((row) => [row.n, row.longest]));
}

/**
 * Running totals up to each of some moments: the days up to the midnight (UTC) nearest to it, and the quarters between.
 */
async function sumsUpTo(
  { db, enterpriseId }: Ctx,
  { agentId }: Range,
  moments: readonly number[],
): Promise<Sums[]> {
  const parts = moments.map(fromMidnight);
  const first = parts[0]?.midnight ?? 0;
  const last = parts.at(-1)?.midnight ?? 0;
  const of = "enterprise_id = ?1 AND agent_id = ?2";
  const { $client } = db;
  const [before, whole, between] = await $client.batch<Sums & { at: number; n: number }>([
    $client
      .prepare(
        `SELECT ${columns} FROM report_sums WHERE ${of} AND grain = ${DAY_MS} AND at < ?3 HAVING count(*) > 0`,
      )
      .bind(enterpriseId, agentId, first),
    $client
      .prepare(
        `SELECT at, ${summed.join(", ")} FROM report_sums WHERE ${of} AND grain = ${DAY_MS} AND at >= ?3 AND at < ?4`,
      )
      .bind(enterpriseId, agentId, first, last),
    $client
      .prepare(
        `SELECT n, ${columns}
         FROM (SELECT key AS n, value->>0 AS since, value->>1 AS until FROM json_each(?3)) CROSS JOIN report_sums
           ON ${of} AND grain = ${QUARTER_MS} AND at >= since AND at < until
         GROUP BY n`,
      )
      .bind(enterpriseId, agentId, JSON.stringify(parts.map(({ since, until }) => [since, until]))),
  ]);
  const dayAt = new Map(whole?.results.map((row) => [row.at, row]));
  const partOf = new Map(between?.results.map((row) => [row.n, row]));
  const running = { ...none, ...before?.results[0] };
  let at = first;
  return parts.map(({ midnight, sign }, n) => {
    for (; at < midnight; at += DAY_MS) {
      const day = dayAt.get(at) ?? none;
      for (const name of summed) running[name] += day[name];
    }
    const part = partOf.get(n) ?? none;
    return Object.fromEntries(summed.map((name) => [name, running[name] + sign * part[name]])) as Sums;
  });
}
