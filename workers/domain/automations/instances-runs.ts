import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { goesOn, type InstanceState } from "#workers/contract/automation/instance-states.ts";
import type { RunState } from "#workers/contract/automation/run-states.ts";
import {
  type getJourneyRun,
  type listJourneyRuns,
  type retryJourneyRun,
} from "#workers/contract/endpoints/automation-instances.ts";
import {
  type AutomationRun,
  type RunStep,
  STEPS_SHOWN,
} from "#workers/contract/endpoints/automation-runs.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { automationInstancesTexts as texts } from "#texts/automation-instances.ts";
import { journeyTroublesTexts as troubles } from "#texts/journey-troubles.ts";
import { audited } from "../audit.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import { page } from "../page.ts";
import { hasStep, retrying } from "../runs/retrying.ts";
import { filterOf } from "../runs/runs-filter.ts";
import { messagesIn, MESSAGES, VARIABLES, variablesIn } from "./run-details.ts";
import { endingRun } from "./instances-runs-end.ts";
import { namesIn, type NodeRow, NODES } from "./node-names.ts";

/** The instance ?1 of the automation ?2 of the kind ?3, where it is the enterprise's ?4. */
const OF = `FROM automation_instances i CROSS JOIN automations a ON a.id = i.automation_id AND a.enterprise_id = ?4 AND a.deleted_at IS NULL
  WHERE i.id = ?1 AND i.automation_id = ?2 AND a.kind = ?3 AND i.enterprise_id = ?4`;
const THERE = `SELECT i.id, i.name, i.state ${OF}`;
const RUN = `SELECT r.id, r.state, r.node_id AS nodeId, r.version_id AS versionId, v.number AS version, c.id AS customerId, coalesce(c.name, p.name, '') AS name,
    r.started_at AS startedAt, r.ended_at AS endedAt, r.wake_at AS wakeAt, r.data ->> '$.reason.sentence' AS reason, r.data ->> '$.outcome' AS outcome
  FROM runs r LEFT JOIN automation_versions v ON v.id = r.version_id LEFT JOIN identities p ON p.id = r.identity_id AND p.enterprise_id = ?4
  LEFT JOIN customers c ON c.enterprise_id = ?4 AND c.number = p.customer AND c.deleted_at IS NULL
  WHERE r.instance_id = (SELECT i.id ${OF})`;
const ONE = `${RUN} AND r.id = ?5`;
const STEPS = `SELECT s.seq, s.node AS nodeId, r.version_id AS versionId, s.port, s.outcome, s.input, s.output, s.at FROM runs r CROSS JOIN run_steps s ON s.run_id = r.id
  WHERE r.instance_id = (SELECT i.id ${OF}) AND r.id = ?5 ORDER BY s.seq DESC LIMIT ${STEPS_SHOWN + 1}`;

interface RunRow {
  id: string;
  state: RunState;
  nodeId: string | null;
  versionId: string;
  version: number | null;
  customerId: string | null;
  name: string;
  startedAt: number;
  endedAt: number | null;
  wakeAt: number | null;
  reason: string | null;
  outcome: string | null;
}
interface StepRow extends Pick<RunStep, "seq" | "port" | "outcome"> {
  nodeId: string;
  versionId: string;
  input: string;
  output: string;
  at: number;
}

const onWire = (row: RunRow, nodeOf: ReturnType<typeof namesIn>): AutomationRun => ({
  id: row.id,
  state: row.state,
  node: row.nodeId === null ? null : nodeOf(row.versionId, row.nodeId),
  customer: { id: row.customerId, name: row.name },
  version: row.version ?? 0,
  startedAt: iso(row.startedAt),
  endedAt: isoOrNull(row.endedAt),
  wakeAt: row.wakeAt !== null && row.wakeAt > 0 ? iso(row.wakeAt) : null,
  reason: row.reason ?? "",
  outcome: row.outcome ?? "",
});

const rowsIn = <Row>(result: D1Result | undefined): Row[] => (result?.results ?? []) as Row[];

/** People who are or were in an instance, the newest first. */
export async function listRuns(
  { db: { $client }, enterpriseId }: Ctx,
  kind: AutomationKind,
  id: string,
  instanceId: string,
  { from, perPage, ...filter }: InputOf<typeof listJourneyRuns>["query"],
): Promise<ReplyOf<typeof listJourneyRuns>> {
  const { limit, offset, cut } = page({ from, perPage });
  const of = [instanceId, id, kind, enterpriseId];
  const { where, values: asked } = filterOf(filter, "?7");
  const text = `${RUN} ${where} ORDER BY r.id DESC LIMIT ?5 OFFSET ?6`;
  const values = [...of, limit, offset, asked];
  const [there, found, nodes] = await $client.batch([
    $client.prepare(THERE).bind(...of),
    $client.prepare(text).bind(...values),
    $client.prepare(NODES(text)).bind(...values),
  ]);
  if (rowsIn(there).length === 0) throw new DomainError("notFound");
  const { rows, more } = cut(rowsIn<RunRow>(found));
  const nodeOf = namesIn(rowsIn(nodes));
  return { runs: rows.map((row) => onWire(row, nodeOf)), more };
}

/** One customer's way, with its latest steps. */
export async function getRun(
  { db: { $client }, enterpriseId, actor }: Ctx,
  kind: AutomationKind,
  id: string,
  instanceId: string,
  runId: string,
): Promise<ReplyOf<typeof getJourneyRun>> {
  const values = [instanceId, id, kind, enterpriseId, runId];
  const [found, steps, here, passed, sent, variables] = await $client.batch([
    ...[ONE, STEPS, NODES(ONE), NODES(STEPS)].map((text) => $client.prepare(text).bind(...values)),
    $client.prepare(MESSAGES).bind(enterpriseId, actor.userId, runId),
    $client.prepare(VARIABLES).bind(enterpriseId, runId),
  ]);
  const [row] = rowsIn<RunRow>(found);
  if (!row) throw new DomainError("notFound");
  const nodeOf = namesIn([...rowsIn<NodeRow>(here), ...rowsIn<NodeRow>(passed)]);
  const latest = rowsIn<StepRow>(steps);
  const messagesOf = messagesIn(rowsIn(sent));
  return {
    run: onWire(row, nodeOf),
    steps: latest
      .slice(0, STEPS_SHOWN)
      .toReversed()
      .map(({ nodeId, versionId, input, output, at, ...step }) => ({
        ...step,
        node: nodeOf(versionId, nodeId),
        input: JSON.parse(input) as unknown,
        output: JSON.parse(output) as unknown,
        messages: messagesOf(step.seq),
        at: iso(at),
      })),
    variables: variablesIn(rowsIn(variables)),
    more: latest.length > STEPS_SHOWN,
  };
}

/** Tries a failed run again; pressed twice it is tried once. */
export async function retryRun(
  ctx: Ctx,
  kind: AutomationKind,
  { id, instanceId, runId }: { id: string; instanceId: string; runId: string },
  { newest, from, step }: InputOf<typeof retryJourneyRun>["body"],
): Promise<void> {
  const { db, enterpriseId, now } = ctx;
  const { $client } = db;
  const of = [instanceId, id, kind, enterpriseId];
  const [there, found, has] = await $client.batch([
    $client.prepare(THERE).bind(...of),
    $client.prepare(ONE).bind(...of, runId),
    $client.prepare(hasStep(newest)).bind(runId, instanceId, step),
  ]);
  const [instance] = rowsIn<{ id: string; name: string; state: InstanceState }>(there);
  const [row] = rowsIn<RunRow>(found);
  if (!instance || !row) throw new DomainError("notFound");
  if (row.state !== "failed") throw new DomainError("runNotFailed");
  if (!goesOn(instance.state)) throw new DomainError("instanceMoved", { message: troubles.isOver });
  if (from === "step" && rowsIn(has).length === 0)
    throw new DomainError("invalid", { message: troubles.stepGone, errors: { step: troubles.stepGone } });
  await $client.batch([
    ...retrying(db, [runId], { instanceId, newest, from, step, at: now() }),
    bindable(
      ctx,
      audited(ctx, {
        action: "update",
        kind: "instance",
        object: instance,
        after: { retried: runId, from, step },
      }),
    ),
  ]);
  ctx.after.clock = true;
}

/** Ends one customer's way as the engine ends it: the clock carries it out. */
export async function endRun(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  instanceId: string,
  runId: string,
): Promise<void> {
  const { db, enterpriseId, actor } = ctx;
  const { $client } = db;
  const of = [instanceId, id, kind, enterpriseId];
  const [there, found] = await $client.batch([
    $client.prepare(THERE).bind(...of),
    $client.prepare(ONE).bind(...of, runId),
  ]);
  const [instance] = rowsIn<{ id: string; name: string }>(there);
  const [row] = rowsIn<RunRow>(found);
  if (!instance || !row) throw new DomainError("notFound");
  if (row.state !== "waiting") throw new DomainError("runOver");
  await $client.batch([
    endingRun(ctx, runId, texts.ended(actor.name)),
    bindable(
      ctx,
      audited(ctx, { action: "update", kind: "instance", object: instance, after: { ended: runId } }),
    ),
  ]);
  ctx.after.clock = true;
}
