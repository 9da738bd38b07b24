import type { Graph } from "#workers/contract/automation/graph.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { RunState } from "#workers/contract/automation/run-states.ts";
import { type journeySegment, SEGMENT_OF } from "#workers/contract/endpoints/journey-report.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { DAY_MS, daysOf } from "./report-days.ts";
import { idAt, LAUNCH_THERE, latestRuns } from "./report-scope.ts";

type Segment = ReplyOf<typeof journeySegment>;

const marked = (ids: "?6" | "?7") =>
  `(${ids} = '[]' OR EXISTS (SELECT 1 FROM json_each(${ids}) g CROSS JOIN customer_marks m ON m.mark_id = g.value AND m.customer = c.number AND m.enterprise_id = ?1))`;
const PEOPLE = `SELECT count(*) AS looked, json_group_array(json_array(q.id, q.state, q.node_id)) FILTER (WHERE q.isIn) AS people FROM (
    SELECT p.*, (c.number IS NOT NULL AND ${marked("?6")} AND ${marked("?7")}) AS isIn FROM (${latestRuns(SEGMENT_OF)}) p
    LEFT JOIN identities x ON x.id = p.identity_id AND x.enterprise_id = ?1
    LEFT JOIN customers c ON c.number = x.customer AND c.enterprise_id = ?1 AND c.deleted_at IS NULL) q`;

/** Steps of the runs ?1: nobody counts twice at a step, however often they came there. */
const STEPS = `SELECT s.node, count(DISTINCT e.value) AS entered,
    count(DISTINCT iif(s.port IS NOT NULL OR s.output ->> '$.outcome' IS NOT NULL OR s.output ->> '$.to' IS NOT NULL, e.value, NULL)) AS "left",
    count(DISTINCT iif(s.outcome IN ('error', 'timeout') AND s.output ->> '$.code' IS NOT NULL, e.value, NULL)) AS errors,
    count(DISTINCT iif(s.outcome = 'timeout', e.value, NULL)) AS timedOut,
    count(DISTINCT iif(s.outcome = 'skipped' AND s.output ->> '$.state' = 'expired', e.value, NULL)) AS expired
  FROM json_each(?1) e CROSS JOIN run_steps s ON s.run_id = e.value AND s.enterprise_id = ?2 GROUP BY s.node`;
const WAYS = `SELECT s.node, s.port, count(DISTINCT e.value) AS "left" FROM json_each(?1) e
  CROSS JOIN run_steps s ON s.run_id = e.value AND s.enterprise_id = ?2 AND s.port IS NOT NULL GROUP BY s.node, s.port`;
const MILESTONES = `SELECT h.milestone_id AS id, count(*) AS reached FROM json_each(?1) e
  CROSS JOIN milestone_hits h ON h.run_id = e.value AND h.enterprise_id = ?2 GROUP BY h.milestone_id`;

/**
 * A journey's figures of those who are in some groups, or have some labels, now. Roll-ups know nobody, so these are of the latest
 * people alone, by their logged steps.
 */
export async function segmentOf(
  { db: { $client }, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  { id, instanceId, groups, tags, ...days }: InputOf<typeof journeySegment>["query"],
): Promise<Segment & { graph: Graph | null }> {
  if (groups.length + tags.length === 0)
    throw new DomainError("invalid", { message: texts.segmentEmpty, errors: { groups: texts.segmentEmpty } });
  const { from, to } = daysOf(days, now());
  const between = [idAt(Date.parse(from)), idAt(Date.parse(to) + DAY_MS)];
  const bound = (text: string, ...values: unknown[]) =>
    $client.prepare(text).bind(enterpriseId, id, instanceId, ...values);
  const [there, runs] = await $client.batch([
    bound(LAUNCH_THERE),
    bound(PEOPLE, ...between, JSON.stringify(groups), JSON.stringify(tags)),
  ]);
  const rowsOf = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[];
  const [found] = rowsOf<{ graph: string | null; isThere: 0 | 1 }>(there);
  if ((id !== "" && !found) || found?.isThere === 0) throw new DomainError("notFound");
  const [first] = rowsOf<{ looked: number; people: string }>(runs);
  const people = JSON.parse(first?.people ?? "[]") as [id: string, state: RunState, node: string | null][];
  const ids = JSON.stringify(people.map(([runId]) => runId));
  const [steps, ways, milestones] = await $client.batch(
    [STEPS, WAYS, MILESTONES].map((text) => $client.prepare(text).bind(ids, enterpriseId)),
  );
  const waysOf = Map.groupBy(rowsOf<{ node: string; port: string; left: number }>(ways), ({ node }) => node);
  const hereOf = Map.groupBy(
    people.filter(([, state]) => state === "waiting"),
    ([, , node]) => node,
  );
  return {
    graph: found?.graph ? (JSON.parse(found.graph) as Graph) : null,
    looked: first?.looked ?? 0,
    people: people.length,
    completed: people.filter(([, state]) => state === "completed").length,
    steps: rowsOf<Omit<Segment["steps"][number], "here" | "medianMs" | "ways">>(steps).map((step) => ({
      ...step,
      here: hereOf.get(step.node)?.length ?? 0,
      medianMs: null,
      ways: (waysOf.get(step.node) ?? []).map(({ port, left }) => ({ port, left })),
    })),
    milestones: rowsOf<Segment["milestones"][number]>(milestones),
  };
}
