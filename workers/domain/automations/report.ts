import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import {
  type journeyReport,
  REPORT_DAYS,
  REPORT_JOURNEYS,
} from "#workers/contract/endpoints/journey-report.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";

type Report = ReplyOf<typeof journeyReport>;

const DAY_MS = 86_400_000;

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
/** From the roll-ups: a year of a busy journey is as quick as a day. */
const STEPS = `SELECT d.node, d.port, sum(d.entered) AS entered, sum(d.left) AS "left", sum(d.errors) AS errors, sum(d.timed_out) AS timedOut
  FROM (SELECT 1) CROSS JOIN ${OF} CROSS JOIN node_daily d ON d.instance_id = i.id AND d.day BETWEEN ?4 AND ?5 GROUP BY d.node, d.port`;
const HERE = `SELECT r.node_id AS node, count(*) AS here FROM (SELECT 1) CROSS JOIN ${OF}
  CROSS JOIN runs r ON r.instance_id = i.id AND r.state = 'waiting' WHERE r.node_id IS NOT NULL GROUP BY r.node_id`;
const MILESTONES = `SELECT h.milestone_id AS id, count(*) AS reached, sum(h.value) AS value FROM (SELECT 1) CROSS JOIN ${OF}
  CROSS JOIN milestone_hits h ON h.instance_id = i.id AND h.at >= ?4 AND h.at < ?5 GROUP BY h.milestone_id ORDER BY reached DESC, id`;

interface StepRow {
  node: string;
  port: string;
  entered: number;
  left: number;
  errors: number;
  timedOut: number;
}

/** How far people got in a journey within some days, all of it from roll-ups, and where they are now. */
export async function reportOf(
  { db: { $client }, enterpriseId, now }: Ctx,
  { id, instanceId, ...days }: InputOf<typeof journeyReport>["query"],
): Promise<Report> {
  const { from, to } = daysOf(days, now());
  const bound = (text: string, ...values: unknown[]) => $client.prepare(text).bind(enterpriseId, ...values);
  const [journeys, graphs, instances, steps, here, milestones] = await $client.batch([
    bound(JOURNEYS),
    bound(GRAPH, id),
    bound(INSTANCES, id),
    bound(STEPS, id, instanceId, from, to),
    bound(HERE, id, instanceId),
    bound(MILESTONES, id, instanceId, Date.parse(from), Date.parse(to) + DAY_MS),
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
      rowsOf<StepRow>(steps),
      new Map(rowsOf<{ node: string; here: number }>(here).map((each) => [each.node, each.here])),
    ),
    milestones: rowsOf<Report["milestones"][number]>(milestones),
  };
}

/** One row a step, with the ways by which it was left. */
function stepsOf(rows: readonly StepRow[], here: ReadonlyMap<string, number>): Report["steps"] {
  const of = Map.groupBy(rows, ({ node }) => node);
  const sum = (each: readonly StepRow[], key: "entered" | "errors" | "timedOut") =>
    each.reduce((total, row) => total + row[key], 0);
  return [...new Set([...of.keys(), ...here.keys()])].map((node) => {
    const own = of.get(node) ?? [];
    return {
      node,
      entered: sum(own, "entered"),
      here: here.get(node) ?? 0,
      errors: sum(own, "errors"),
      timedOut: sum(own, "timedOut"),
      ways: own.filter(({ port, left }) => port !== "" && left > 0).map(({ port, left }) => ({ port, left })),
    };
  });
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

function daysOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: number,
): { from: string; to: string } {
  const last = to ?? dayOf(from === undefined ? now : Math.max(now, Date.parse(from)));
  const first = from ?? dayOf(Date.parse(last) - (REPORT_DAYS.usual - 1) * DAY_MS);
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (days < 1 || days > REPORT_DAYS.most) {
    throw new DomainError("invalid", { message: texts.daysWrong, errors: { from: texts.daysWrong } });
  }
  return { from: first, to: last };
}
