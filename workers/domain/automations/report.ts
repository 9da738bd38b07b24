import type { Graph } from "#workers/contract/automation/graph.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { type journeyReport, REPORT_JOURNEYS } from "#workers/contract/endpoints/journey-report.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { daysOf } from "./report-days.ts";
import { type CountRow, stepsOf, stepsSql, type StayRow } from "./step-figures.ts";

type Report = ReplyOf<typeof journeyReport>;

const JOURNEYS = `SELECT id, name FROM automations WHERE enterprise_id = ?1 AND kind = 'journey' AND deleted_at IS NULL
  ORDER BY name_key, id LIMIT ${REPORT_JOURNEYS}`;
/** The journey that is asked for, or the first one. */
const ID = `(SELECT a.id FROM automations a WHERE a.enterprise_id = ?1 AND a.kind = 'journey' AND a.deleted_at IS NULL AND (?2 = '' OR a.id = ?2)
  ORDER BY a.name_key, a.id LIMIT 1)`;
const GRAPH = `SELECT a.id, v.graph FROM automations a LEFT JOIN automation_versions v ON v.automation_id = a.id AND v.number = a.version
  WHERE a.enterprise_id = ?1 AND a.id = ${ID}`;
const INSTANCES = `SELECT i.id, i.name, c.name AS channel FROM automation_instances i LEFT JOIN channels c ON c.id = i.channel_id AND c.enterprise_id = ?1
  WHERE i.enterprise_id = ?1 AND i.automation_id = ${ID} AND i.state <> ${INSTANCE.deleted} ORDER BY i.created_at DESC LIMIT 200`;
const OF = `automation_instances i ON i.enterprise_id = ?1 AND i.automation_id = ${ID} AND (?3 = '' OR i.id = ?3)`;
const steps = stepsSql(`FROM (SELECT 1) CROSS JOIN ${OF}`);
const MILESTONES = `SELECT m.milestone_id AS id, sum(m.reached) AS reached, sum(m.value) AS value FROM (SELECT 1) CROSS JOIN ${OF}
  CROSS JOIN milestone_daily m ON m.instance_id = i.id AND m.day BETWEEN ?4 AND ?5 GROUP BY m.milestone_id ORDER BY reached DESC, id`;

/** How far people got in a journey within some days, all of it from roll-ups, and where they are now. */
export async function reportOf(
  { db: { $client }, enterpriseId, now }: Ctx,
  { id, instanceId, ...days }: InputOf<typeof journeyReport>["query"],
): Promise<Report> {
  const { from, to } = daysOf(days, now());
  const bound = (text: string, ...values: unknown[]) => $client.prepare(text).bind(enterpriseId, ...values);
  const [journeys, graphs, instances, counts, stays, here, milestones] = await $client.batch([
    bound(JOURNEYS),
    bound(GRAPH, id),
    bound(INSTANCES, id),
    bound(steps.counts, id, instanceId, from, to),
    bound(steps.stays, id, instanceId, from, to),
    bound(steps.here, id, instanceId),
    bound(MILESTONES, id, instanceId, from, to),
  ]);
  const rowsOf = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[];
  const [found] = rowsOf<{ id: string; graph: string | null }>(graphs);
  const launches = rowsOf<Report["instances"][number]>(instances);
  if (id !== "" && !found) throw new DomainError("notFound");
  if (instanceId !== "" && !launches.some((each) => each.id === instanceId))
    throw new DomainError("notFound");
  return {
    journeys: rowsOf<Report["journeys"][number]>(journeys),
    id: found?.id ?? null,
    from,
    to,
    graph: found?.graph ? (JSON.parse(found.graph) as Graph) : null,
    instances: launches,
    steps: stepsOf(
      rowsOf<CountRow>(counts),
      rowsOf<StayRow>(stays),
      rowsOf<{ node: string; here: number }>(here),
    ),
    milestones: rowsOf<Report["milestones"][number]>(milestones),
  };
}
