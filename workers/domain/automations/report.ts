import type { Graph } from "#workers/contract/automation/graph.ts";
import { type journeyReport, REPORT_JOURNEYS } from "#workers/contract/endpoints/journey-report.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { DAY_MS, daysOf } from "./report-days.ts";
import { JOURNEY, LAUNCHES, SHOWN_LAUNCHES } from "./report-scope.ts";
import { type CountRow, noVersion, ofVersion, stepsOf, stepsSql, type StayRow } from "./step-figures.ts";

type Report = ReplyOf<typeof journeyReport>;

const JOURNEYS = `SELECT id, name FROM automations WHERE enterprise_id = ?1 AND kind = 'journey' AND deleted_at IS NULL
  ORDER BY name_key, id LIMIT ${REPORT_JOURNEYS}`;
/** Of the version ?3, or of the published one. */
const GRAPH = `SELECT a.id, v.graph FROM automations a LEFT JOIN automation_versions v ON v.automation_id = a.id AND v.number = coalesce(?3, a.version)
  WHERE a.enterprise_id = ?1 AND a.id = ${JOURNEY}`;
const INSTANCES = `SELECT i.id, i.name, c.name AS channel ${SHOWN_LAUNCHES} ORDER BY i.created_at DESC LIMIT 200`;
/** By the roll-up's own index (instance, version, …): each version of each launch is one look. */
const VERSIONS = `SELECT DISTINCT v.number ${LAUNCHES} CROSS JOIN automation_versions v ON v.automation_id = i.automation_id
  WHERE EXISTS (SELECT 1 FROM node_daily d WHERE d.instance_id = i.id AND d.version_id = v.id) ORDER BY v.number DESC`;
const everyStep = stepsSql(LAUNCHES);
const stepsOfVersion = stepsSql(LAUNCHES, ofVersion);
const MILESTONES = `SELECT m.milestone_id AS id, sum(m.reached) AS reached, sum(m.value) AS value ${LAUNCHES}
  CROSS JOIN milestone_daily m ON m.instance_id = i.id AND m.day BETWEEN ?4 AND ?5 GROUP BY m.milestone_id ORDER BY reached DESC, id`;
/** Hits of each milestone and launch whose time since the one before is looked at, the latest. */
const HITS = 1_000;
/** The median in SQL: the middle one, or the two of an even number. */
const GAPS = `SELECT id, avg(ms) AS medianMs FROM (SELECT id, ms, row_number() OVER (PARTITION BY id ORDER BY ms) AS n, count(*) OVER (PARTITION BY id) AS c FROM (
    SELECT h.milestone_id AS id, h.at - coalesce((SELECT max(p.at) FROM milestone_hits p WHERE p.run_id = h.run_id AND p.at < h.at), r.started_at) AS ms
    FROM (SELECT DISTINCT i.id AS instance, m.milestone_id AS milestone ${LAUNCHES} CROSS JOIN milestone_daily m ON m.instance_id = i.id AND m.day BETWEEN ?4 AND ?5) o
    CROSS JOIN milestone_hits h ON h.milestone_id = o.milestone AND h.run_id IN (SELECT x.run_id FROM milestone_hits x WHERE x.instance_id = o.instance
      AND x.milestone_id = o.milestone AND x.at >= ?6 AND x.at < ?7 ORDER BY x.at DESC LIMIT ${HITS})
    CROSS JOIN runs r ON r.id = h.run_id))
  WHERE n IN ((c + 1) / 2, (c + 2) / 2) GROUP BY id`;

/** How far people got in a journey within some days, all of it from roll-ups, and where they are now. */
export async function reportOf(
  { db: { $client }, enterpriseId, now }: Ctx,
  { id, instanceId, version, ...days }: InputOf<typeof journeyReport>["query"],
): Promise<Report> {
  const { from, to } = daysOf(days, now());
  const bound = (text: string, ...values: unknown[]) => $client.prepare(text).bind(enterpriseId, ...values);
  const [journeys, graphs, instances, versions, counts, stays, here, milestones, gaps] = await $client.batch([
    bound(JOURNEYS),
    bound(GRAPH, id, version ?? null),
    bound(INSTANCES, id),
    bound(VERSIONS, id, instanceId),
    ...(version === undefined
      ? [
          bound(everyStep.counts, id, instanceId, from, to),
          bound(everyStep.stays, id, instanceId, from, to),
          bound(everyStep.here, id, instanceId),
        ]
      : [
          bound(stepsOfVersion.counts, id, instanceId, from, to, version),
          bound(stepsOfVersion.stays, id, instanceId, from, to, version),
          // It asks for no days.
          bound(stepsOfVersion.here.replaceAll("?6", "?4"), id, instanceId, version),
        ]),
    // Milestones are counted whatever the version.
    ...(version === undefined
      ? [
          bound(MILESTONES, id, instanceId, from, to),
          bound(GAPS, id, instanceId, from, to, Date.parse(from), Date.parse(to) + DAY_MS),
        ]
      : []),
  ]);
  const rowsOf = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[];
  const [found] = rowsOf<{ id: string; graph: string | null }>(graphs);
  const launches = rowsOf<Report["instances"][number]>(instances);
  if (id !== "" && !found) throw new DomainError("notFound");
  if (instanceId !== "" && !launches.some((each) => each.id === instanceId))
    throw new DomainError("notFound");
  if (found && version !== undefined && found.graph === null) throw noVersion(version);
  const medians = new Map(
    rowsOf<{ id: string; medianMs: number }>(gaps).map((each) => [each.id, each.medianMs]),
  );
  return {
    journeys: rowsOf<Report["journeys"][number]>(journeys),
    id: found?.id ?? null,
    from,
    to,
    versions: rowsOf<{ number: number }>(versions).map(({ number }) => number),
    graph: found?.graph ? (JSON.parse(found.graph) as Graph) : null,
    instances: launches,
    steps: stepsOf(
      rowsOf<CountRow>(counts),
      rowsOf<StayRow>(stays),
      rowsOf<{ node: string; here: number }>(here),
    ),
    milestones: rowsOf<Omit<Report["milestones"][number], "medianMs">>(milestones).map((each) => ({
      ...each,
      medianMs: medians.get(each.id) ?? null,
    })),
  };
}
