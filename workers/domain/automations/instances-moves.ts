import { and, eq, inArray, sql } from "drizzle-orm";
import { automationInstances, runs } from "#db/tenant/automation-runs.ts";
import { automationVersions } from "#db/tenant/automations.ts";
import { runMoves } from "#db/tenant/run-moves.ts";
import { automationMovesTexts as texts } from "#texts/automation-moves.ts";
import type { Graph, GraphNode } from "#workers/contract/automation/graph.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { UNDO_MS } from "#workers/contract/automation/run-moves.ts";
import {
  type beginJourneyMove,
  type checkJourneyMove,
  type RunMove,
} from "#workers/contract/endpoints/automation-moves.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { openingJob } from "../jobs/open.ts";
import { nextRevision, refuseStale } from "../revision.ts";
import { goneFrom } from "../runs/moved-nodes.ts";
import { findInstance, moveOnWire, readingInstance } from "./instances.ts";

type MoveRow = typeof runMoves.$inferSelect;

const onWire = ({
  id,
  what,
  state,
  moved,
  held,
  restored,
  kept,
  undoUntil,
  by,
  jobId,
  createdAt,
}: MoveRow): RunMove =>
  moveOnWire({ id, what, state, moved, held, restored, kept, undoUntil, by, jobId, createdAt });

interface Here {
  versionId: string;
  nodeId: string | null;
  runs: number;
}

/** The instance, the version that is wanted, and where the people of other versions are. */
async function lookAt(ctx: Ctx, kind: AutomationKind, id: string, instanceId: string, number: number) {
  const { db, enterpriseId } = ctx;
  const isTheirs = and(
    eq(automationVersions.enterpriseId, enterpriseId),
    eq(automationVersions.automationId, id),
  );
  const wanted = sql`(SELECT v.id FROM automation_versions v WHERE v.enterprise_id = ${enterpriseId} AND v.automation_id = ${id} AND v.number = ${number})`;
  const inOthers = and(
    eq(runs.enterpriseId, enterpriseId),
    eq(runs.instanceId, instanceId),
    eq(runs.state, "waiting"),
    sql`${runs.versionId} IS NOT ${wanted}`,
  );
  const [[found], [version], here, graphs] = await db.batch([
    readingInstance(ctx, kind, id, instanceId).limit(1),
    db
      .select({ id: automationVersions.id, graph: automationVersions.graph })
      .from(automationVersions)
      .where(and(isTheirs, eq(automationVersions.number, number)))
      .limit(1),
    db
      .select({ versionId: runs.versionId, nodeId: runs.nodeId, runs: sql<number>`count(*)`.as("count") })
      .from(runs)
      .where(inOthers)
      .groupBy(runs.versionId, runs.nodeId),
    db
      .select({ id: automationVersions.id, graph: automationVersions.graph })
      .from(automationVersions)
      .where(
        and(
          isTheirs,
          inArray(
            automationVersions.id,
            db.selectDistinct({ id: runs.versionId }).from(runs).where(inOthers),
          ),
        ),
      ),
  ]);
  if (!found) throw new DomainError("notFound");
  if (found.row.state === INSTANCE.stopped) throw new DomainError("instanceMoved", { message: texts.isOver });
  if (!version)
    throw new DomainError("invalid", {
      message: texts.noVersion(number),
      errors: { number: texts.noVersion(number) },
    });
  const of = new Map(graphs.map(({ id: versionId, graph }) => [versionId, graph]));
  return { found, version, nodes: nodesHere(here, of, version.graph) };
}

const shown = ({ id, type, name }: GraphNode) => ({ id, type, name });

/** Nodes with the people who wait there: one that several versions have stands once, unless only some of them kept it. */
function nodesHere(here: readonly Here[], graphs: ReadonlyMap<string, Graph>, to: Graph) {
  const nodes = new Map<string, ReturnType<typeof shown> & { runs: number; gone: boolean }>();
  for (const { versionId, nodeId, runs: count } of here) {
    const graph = graphs.get(versionId);
    const gone = graph !== undefined && goneFrom(graph, to).some(({ id }) => id === nodeId);
    const key = `${nodeId ?? ""} ${gone}`;
    const node = graph?.nodes.find(({ id }) => id === nodeId) ?? {
      id: nodeId ?? "",
      type: "start",
      name: "",
    };
    const known = nodes.get(key);
    nodes.set(key, { ...shown(node as GraphNode), gone, runs: count + (known?.runs ?? 0) });
  }
  return [...nodes.values()].toSorted((one, other) => other.runs - one.runs);
}

export async function checkMove(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  instanceId: string,
  number: number,
): Promise<ReplyOf<typeof checkJourneyMove>> {
  const { version, nodes } = await lookAt(ctx, kind, id, instanceId, number);
  return {
    total: nodes.reduce((sum, each) => sum + each.runs, 0),
    nodes,
    targets: version.graph.nodes.filter(({ type }) => type !== "start").map(shown),
  };
}

/** Takes a version for new people, and lets a job move those of older ones, or set them aside to be ended. */
export async function beginMove(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  instanceId: string,
  { number, what, nodes, revision }: InputOf<typeof beginJourneyMove>["body"],
): Promise<RunMove> {
  const { found, version, nodes: here } = await lookAt(ctx, kind, id, instanceId, number);
  const { row } = found;
  refuseStale(row, revision);
  const chosen = Object.fromEntries(nodes.map(({ from, to }) => [from, to]));
  if (what === "move") mustChoose(chosen, here, version.graph);
  const { db, enterpriseId, newId, now, actor } = ctx;
  const set = { versionId: version.id, ...nextRevision(ctx, row) };
  const [moveId, jobId, at] = [newId(), newId(), now()];
  const move: MoveRow = {
    id: moveId,
    enterpriseId,
    instanceId,
    fromVersionId: row.versionId,
    toVersionId: version.id,
    what,
    nodes: chosen,
    state: "moving",
    cursor: "",
    moved: 0,
    held: 0,
    restored: 0,
    kept: 0,
    undoUntil: at + UNDO_MS,
    by: actor.name,
    jobId,
    createdAt: at,
    updatedAt: at,
  };
  ctx.after.live = true;
  const work = db.batch([
    guard(
      ctx,
      sql`(SELECT i.revision FROM automation_instances i WHERE i.id = ${instanceId}) = ${row.revision}
        AND NOT EXISTS (SELECT 1 FROM run_moves m WHERE m.instance_id = ${instanceId} AND (m.state IN ('moving', 'undoing') OR (m.state = 'moved' AND m.held > 0 AND m.undo_until > ${at})))`,
    ),
    db.update(automationInstances).set(set).where(eq(automationInstances.id, instanceId)),
    db.insert(runMoves).values(move),
    openingJob(ctx, { kind: "runs.move", subject: moveId, payload: { moveId } }, jobId),
    audited(ctx, {
      action: "update",
      kind: "instance",
      object: row,
      before: { version: found.number },
      after: { version: number, people: what },
    }),
  ]);
  await work.catch(async (error: unknown) => {
    if (!guardFailed(error)) throw error;
    refuseStale((await findInstance(ctx, kind, id, instanceId)).row, row.revision);
    throw new DomainError("instanceMoved", { message: texts.busy });
  });
  return onWire(move);
}

/** Refuses a move that leaves somebody without a node to go to, or sends them to one that is not there. */
function mustChoose(
  chosen: Readonly<Record<string, string | null>>,
  here: ReturnType<typeof nodesHere>,
  { nodes }: Graph,
): void {
  const missing = here.filter(({ id, gone }) => gone && !(id in chosen));
  const targets = new Set(nodes.flatMap(({ id, type }) => (type === "start" ? [] : [id])));
  const errors = Object.fromEntries(
    Object.entries(chosen).flatMap(([from, to]) =>
      to === null || targets.has(to) ? [] : [[`nodes.${from}`, texts.noNode]],
    ),
  );
  const message =
    missing.length > 0 ? texts.noChoice(missing.map(({ name, id }) => name || id)) : texts.noNode;
  if (missing.length > 0) throw new DomainError("invalid", { message, errors: { nodes: message } });
  if (Object.keys(errors).length > 0) throw new DomainError("invalid", { message, errors });
}

const isBack = ({ state }: MoveRow): boolean => state === "undoing" || state === "undone";

/** Takes a move back as long as it may be; the instance has its version again, unless somebody has chosen another since. */
export async function undoMove(
  ctx: Ctx,
  kind: AutomationKind,
  { id, instanceId, moveId }: { id: string; instanceId: string; moveId: string },
): Promise<RunMove> {
  const { db, enterpriseId, now } = ctx;
  const reading = db
    .select()
    .from(runMoves)
    .where(
      and(
        eq(runMoves.enterpriseId, enterpriseId),
        eq(runMoves.instanceId, instanceId),
        eq(runMoves.id, moveId),
      ),
    )
    .limit(1);
  const [[found], [row]] = await db.batch([readingInstance(ctx, kind, id, instanceId).limit(1), reading]);
  if (!found || !row) throw new DomainError("notFound");
  if (isBack(row)) return onWire(row);
  const at = now();
  const isOurs = eq(runMoves.id, moveId);
  ctx.after.live = true;
  const work = db.batch([
    guard(
      ctx,
      sql`EXISTS (SELECT 1 FROM run_moves m WHERE m.id = ${moveId} AND m.state IN ('moving', 'moved') AND m.undo_until > ${at})`,
    ),
    db.update(runMoves).set({ state: "undoing", cursor: "", updatedAt: at }).where(isOurs).returning(),
    db
      .update(automationInstances)
      .set({
        ...nextRevision(ctx, null),
        versionId: row.fromVersionId,
        revision: sql`${automationInstances.revision} + 1`,
      })
      .where(and(eq(automationInstances.id, instanceId), eq(automationInstances.versionId, row.toVersionId))),
    openingJob(ctx, { kind: "runs.move", subject: moveId, payload: { moveId } }),
    audited(ctx, {
      action: "update",
      kind: "instance",
      object: found.row,
      before: { version: found.number },
      after: { people: "undo" },
    }),
  ]);
  try {
    const [, [undone = row]] = await work;
    return onWire(undone);
  } catch (error) {
    if (!guardFailed(error)) throw error;
    const [current] = await reading;
    if (current && isBack(current)) return onWire(current);
    throw new DomainError("instanceMoved", { message: texts.tooLate });
  }
}
