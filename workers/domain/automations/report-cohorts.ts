import { cohortsOf, type CohortRow, weekOf } from "#workers/contract/automation/cohorts.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { milestonesOf } from "#workers/contract/automation/report-rows.ts";
import type { journeyCohorts } from "#workers/contract/endpoints/journey-report.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { daysOf } from "./report-days.ts";
import { LAUNCH_THERE, LAUNCHES } from "./report-scope.ts";

const MILESTONES = `SELECT DISTINCT w.milestone_id AS id ${LAUNCHES}
  CROSS JOIN entry_weeks w ON w.instance_id = i.id AND w.week BETWEEN ?4 AND ?5 AND w.goal = 'milestone' ORDER BY w.milestone_id`;
const WEEKS = `SELECT w.week, w.goal, w.after, sum(w.runs) AS runs ${LAUNCHES}
  CROSS JOIN entry_weeks w ON w.instance_id = i.id AND w.week BETWEEN ?4 AND ?5 WHERE w.goal = 'entered' OR (w.goal = ?6 AND w.milestone_id = ?7)
  GROUP BY w.week, w.goal, w.after`;

/** Those who came in within each week that the days touch, and how many of them got to an end, or to a milestone, by when. */
export async function cohortsIn(
  { db: { $client }, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  { id, instanceId, milestone, ...days }: InputOf<typeof journeyCohorts>["query"],
): Promise<ReplyOf<typeof journeyCohorts>> {
  const { from, to } = daysOf(days, now());
  const bound = (text: string, ...values: unknown[]) =>
    $client.prepare(text).bind(enterpriseId, id, instanceId, ...values);
  const weeks = [weekOf(Date.parse(from)), weekOf(Date.parse(to))];
  const goal = milestone === "" ? "completed" : "milestone";
  const [there, reached, rows] = await $client.batch([
    bound(LAUNCH_THERE),
    bound(MILESTONES, ...weeks),
    bound(WEEKS, ...weeks, goal, milestone),
  ]);
  const rowsOf = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[];
  const [found] = rowsOf<{ graph: string | null; isThere: 0 | 1 }>(there);
  if ((id !== "" && !found) || found?.isThere === 0) throw new DomainError("notFound");
  const graph = found?.graph ? (JSON.parse(found.graph) as Graph) : null;
  const none = { reached: 0, value: null, medianMs: null };
  return {
    milestones: milestonesOf(
      graph,
      rowsOf<{ id: string }>(reached).map((each) => ({ ...none, ...each })),
      0,
    ).map((each) => each.id),
    cohorts: cohortsOf(rowsOf<CohortRow>(rows), weekOf(now())),
  };
}
