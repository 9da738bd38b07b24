import type { graphReport as contract, ReportRange } from "#workers/contract/endpoints/reports.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { feelingNames, type Feeling } from "#workers/contract/emotions.ts";
import { agentRow } from "../agents/agent.ts";
import type { Scope } from "../scope.ts";
import { daysOf, readRange } from "./range.ts";

type DayRow = Record<Feeling | "turns" | "scoped", number> & { day: number };

/** A range day by day, days of the reader's zone; those without a message are there and zero. */
export async function reportTrend(scope: Scope, input: ReportRange): Promise<ReplyOf<typeof contract>> {
  const range = readRange(input);
  const { db, enterpriseId } = scope;
  await agentRow(scope, range.agentId);
  const days = daysOf(range);
  const bounds = JSON.stringify(days.map(({ from, to }) => [from, to]));
  const ofDays =
    "WITH days AS (SELECT key AS day, value->>0 AS since, value->>1 AS until FROM json_each(?3))";
  const joined = (table: string): string =>
    `FROM days CROSS JOIN ${table} r ON r.enterprise_id = ?1 AND r.agent_id = ?2 AND r.at >= since AND r.at < until`;
  const bound = (sql: string) => db.$client.prepare(sql).bind(enterpriseId, range.agentId, bounds);
  const [said, active] = await db.$client.batch([
    bound(`${ofDays} SELECT day, sum(turns) AS turns, sum(scoped) AS scoped,
             ${feelingNames.map((name) => `sum(${name}) AS ${name}`).join(", ")}
           ${joined("report_quarters")} GROUP BY day`),
    bound(
      `${ofDays} SELECT day, sum(count) AS people ${joined("report_returns")} AND r.before < since GROUP BY day`,
    ),
  ]);
  const saidOn = new Map(((said?.results ?? []) as DayRow[]).map((row) => [row.day, row]));
  const activeOn = new Map(
    ((active?.results ?? []) as { day: number; people: number }[]).map(({ day, people }) => [day, people]),
  );
  return {
    activeUsers: days.map(({ date }, day) => ({ date, value: activeOn.get(day) ?? 0 })),
    scopeTrend: days.map(({ date }, day) => {
      const { turns = 0, scoped = 0 } = saidOn.get(day) ?? {};
      return { date, scoped, nonScoped: turns - scoped };
    }),
    feelings: days.map(({ date }, day) => {
      const { positive = 0, negative = 0, ambiguous = 0, neutral = 0 } = saidOn.get(day) ?? {};
      return { date, positive, negative, ambiguous, neutral };
    }),
  };
}
