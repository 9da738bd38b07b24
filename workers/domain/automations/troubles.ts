import { journeyTroublesTexts as texts } from "#texts/journey-troubles.ts";
import { goesOn, INSTANCE, type InstanceState } from "#workers/contract/automation/instance-states.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import {
  CAUSES_OF,
  type listJourneyTroubles,
  STUCK,
  STUCK_OF,
  type sweepJourneyRuns,
} from "#workers/contract/endpoints/journey-monitor.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { auditedIf } from "../audit.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { openJob, openJobOf } from "../jobs/open.ts";
import { matching } from "../runs/sweep-pages.ts";
import { namesIn, type NodeRow, NODES } from "./node-names.ts";
import { DAY_MS } from "./report-days.ts";
import { medianOf, type StayRow } from "./step-figures.ts";

/** Causes that are listed, the most frequent. */
const SHOWN = 100;

/** The instance ?1 of the journey or encap ?2 of the enterprise ?3. */
const instanceOf = (kind: AutomationKind): string =>
  `FROM automation_instances i CROSS JOIN automations a ON a.id = i.automation_id AND a.kind = '${kind}' AND a.deleted_at IS NULL AND a.enterprise_id = ?3
  WHERE i.id = ?1 AND i.automation_id = ?2 AND i.enterprise_id = ?3 AND i.state <> ${INSTANCE.deleted}`;
export const instanceThere = (kind: AutomationKind): string =>
  `SELECT i.id, i.name, i.state ${instanceOf(kind)}`;
function sqlOf(kind: AutomationKind) {
  const id = `(SELECT i.id ${instanceOf(kind)})`;
  return {
    there: instanceThere(kind),
    /** The latest that failed; a bare column is that of the row that failed last. */
    causes: `SELECT f.nodeId, f.code, f.sentence, f.versionId, max(f.endedAt) AS latestAt, count(*) AS runs FROM (
    SELECT coalesce(r.node_id, '') AS nodeId, r.version_id AS versionId, r.ended_at AS endedAt, coalesce(r.data ->> '$.reason.code', '') AS code,
      coalesce(r.data ->> '$.reason.sentence', '') AS sentence
    FROM runs r WHERE r.instance_id = ${id} AND r.state = 'failed' ORDER BY r.id DESC LIMIT ${CAUSES_OF}) f
  GROUP BY f.nodeId, f.code ORDER BY runs DESC, latestAt DESC LIMIT ${SHOWN}`,
    many: (state: "failed" | "waiting", most: number): string =>
      `SELECT 1 FROM runs r WHERE r.instance_id = ${id} AND r.state = '${state}' LIMIT 1 OFFSET ${most}`,
    left: `SELECT d.node, sum(d.left) AS "left" FROM node_daily d WHERE d.instance_id = ${id} AND d.day >= ?4 GROUP BY d.node HAVING sum(d.left) >= ${STUCK.leastRuns}`,
    stays: `SELECT t.node, t.class, sum(t.runs) AS runs FROM node_stays t WHERE t.instance_id = ${id} AND t.day >= ?4 GROUP BY t.node, t.class`,
    job: openJobOf("runs.sweep", "?3", id),
    /** Begins with SELECT, as reads do that needn't wait for the session. Of the oldest, those who came to their node (?4: pairs of a node and a moment) before its moment. */
    stuck: `SELECT s.nodeId, s.versionId, s.before, s.runs FROM (WITH e AS MATERIALIZED (SELECT value ->> 0 AS node, value ->> 1 AS before FROM json_each(?4))
  SELECT o.nodeId, o.versionId, e.before, count(*) AS runs FROM (
    SELECT r.node_id AS nodeId, r.version_id AS versionId, r.data ->> '$.since' AS since FROM runs r
    WHERE r.instance_id = ${id} AND r.state = 'waiting' ORDER BY r.id LIMIT ${STUCK_OF}) o
  CROSS JOIN e ON e.node = o.nodeId WHERE o.since < e.before GROUP BY o.nodeId) s ORDER BY s.runs DESC`,
  };
}
const SQL = { journey: sqlOf("journey"), encap: sqlOf("encap") };

interface Place {
  id: string;
  instanceId: string;
}
interface CauseRow {
  nodeId: string;
  versionId: string;
  code: string;
  sentence: string;
  runs: number;
  latestAt: number;
}
interface StuckRow {
  nodeId: string;
  versionId: string;
  before: number;
  runs: number;
}

const rowsOf = <Row>(result: D1Result | undefined): Row[] => (result?.results ?? []) as Row[];

/** Why people failed in a journey on a channel or in a launch, and where they are stuck: two batches, of which none reads all steps. */
export async function troublesOf(
  { db: { $client }, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  kind: AutomationKind,
  { id, instanceId }: Place,
): Promise<ReplyOf<typeof listJourneyTroubles>> {
  const sql = SQL[kind];
  const bound = (text: string, ...values: unknown[]) =>
    $client.prepare(text).bind(instanceId, id, enterpriseId, ...values);
  const since = new Date(now() - STUCK.days * DAY_MS).toISOString().slice(0, 10);
  const [there, causes, causeNodes, many, left, stays, job] = await $client.batch([
    bound(sql.there),
    bound(sql.causes),
    bound(NODES(sql.causes)),
    bound(sql.many("failed", CAUSES_OF)),
    bound(sql.left, since),
    bound(sql.stays, since),
    bound(sql.job),
  ]);
  if (rowsOf(there).length === 0) throw new DomainError("notFound");
  const medians = mediansOf(rowsOf(left), rowsOf(stays));
  const moments = JSON.stringify(
    [...medians].map(([node, median]) => [node, now() - Math.max(median * STUCK.times, STUCK.leastMs)]),
  );
  const [stuck, stuckNodes, open] = await $client.batch([
    bound(sql.stuck, moments),
    bound(NODES(sql.stuck), moments),
    bound(sql.many("waiting", STUCK_OF)),
  ]);
  const nodeOf = namesIn([...rowsOf<NodeRow>(causeNodes), ...rowsOf<NodeRow>(stuckNodes)]);
  return {
    causes: rowsOf<CauseRow>(causes).map(({ nodeId, versionId, latestAt, ...cause }) => ({
      ...cause,
      node: nodeId === "" ? null : nodeOf(versionId, nodeId),
      latestAt: iso(latestAt),
    })),
    more: rowsOf(many).length > 0,
    stuck: rowsOf<StuckRow>(stuck).map(({ nodeId, versionId, before, runs }) => ({
      node: nodeOf(versionId, nodeId),
      runs,
      medianMs: medians.get(nodeId) ?? 0,
      before: iso(before),
    })),
    onlyOldest: rowsOf(open).length > 0,
    jobId: rowsOf<{ id: string }>(job)[0]?.id ?? null,
  };
}

function mediansOf(
  left: readonly { node: string; left: number }[],
  stays: readonly StayRow[],
): Map<string, number> {
  const of = Map.groupBy(stays, ({ node }) => node);
  return new Map(
    left.flatMap((each) => {
      const median = medianOf(each.left, of.get(each.node) ?? []);
      return median === null ? [] : [[each.node, median] as const];
    }),
  );
}

/** Begins to try all of a cause again, or to end all who are stuck at a step; one such work at a time. */
export async function sweepRuns(
  ctx: Ctx,
  automation: AutomationKind,
  { id, instanceId }: Place,
  { what, node, code, newest, from, before }: InputOf<typeof sweepJourneyRuns>["body"],
): Promise<ReplyOf<typeof sweepJourneyRuns>> {
  if (what === "retry" ? code === "" && node === "" : node === "") {
    throw new DomainError("invalid", { message: texts.noCause, errors: { node: texts.noCause } });
  }
  const { db, enterpriseId, now, actor } = ctx;
  const { $client } = db;
  const sweep = {
    instanceId,
    what,
    node,
    code,
    newest,
    from,
    before: before === undefined ? null : Date.parse(before),
    filter: null,
    to: "",
    at: now(),
    by: actor.name,
  };
  const [there, count] = await $client.batch([
    $client.prepare(instanceThere(automation)).bind(instanceId, id, enterpriseId),
    matching(db, sweep),
  ]);
  const [instance] = rowsOf<{ id: string; name: string; state: InstanceState }>(there);
  if (!instance) throw new DomainError("notFound");
  if (what === "retry" && !goesOn(instance.state))
    throw new DomainError("instanceMoved", { message: texts.isOver });
  const total = rowsOf<{ runs: number }>(count)[0]?.runs ?? 0;
  if (total === 0) throw new DomainError("instanceMoved", { message: texts.nobody });
  const { jobId, joined } = await openJob(
    ctx,
    { kind: "runs.sweep", subject: instanceId, payload: { ...sweep, cursor: "", done: 0, total } },
    (_, isNew) => [
      auditedIf(
        ctx,
        {
          action: "update",
          kind: "instance",
          object: instance,
          after: { swept: what, node, code, people: total, ...(what === "retry" && { from }) },
        },
        isNew,
      ),
    ],
  );
  if (joined) throw new DomainError("instanceMoved", { message: texts.busy });
  return { jobId, runs: total };
}
