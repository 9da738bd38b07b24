import { and, eq, isNull, sql } from "drizzle-orm";
import { automationInstances, automationTriggers } from "#db/tenant/automation-runs.ts";
import { automationCases, automationDrafts, automations } from "#db/tenant/automations.ts";
import { automationsTexts as texts } from "#texts/automations.ts";
import { GRAPH_FORMAT, type Graph, fitsDraft } from "#workers/contract/automation/graph.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { LOG_DAYS } from "#workers/contract/automation/log-levels.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { CASES } from "#workers/contract/automation/test-case.ts";
import type { AutomationEntry, AutomationState } from "#workers/contract/endpoints/automations.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { isNested } from "#workers/contract/small-json.ts";
import { audited } from "../audit.ts";
import { endingRunsOf } from "../channels/end-instances.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { bindable, guard, guardFailed } from "../guard.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";

export type AutomationRow = typeof automations.$inferSelect;

/** Another enterprise's, the other kind's and a deleted one are not there. */
export const thisAutomation = (
  { enterpriseId }: Pick<Ctx, "enterpriseId">,
  kind: AutomationKind,
  id: string,
) =>
  and(
    eq(automations.enterpriseId, enterpriseId),
    eq(automations.id, id),
    eq(automations.kind, kind),
    isNull(automations.deletedAt),
  );

export const OPEN_RUNS = sql<number>`(SELECT count(*) FROM automation_instances i CROSS JOIN runs r ON r.instance_id = i.id AND r.state = 'waiting'
  WHERE i.enterprise_id = automations.enterprise_id AND i.automation_id = automations.id)`;

export const stateOf = ({ archivedAt, version, changed }: AutomationRow): AutomationState =>
  archivedAt !== null ? "archived" : version === null ? "draft" : changed ? "changed" : "live";

export const onWire = (row: AutomationRow, openRuns: number): AutomationEntry => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  folder: row.folder,
  state: stateOf(row),
  version: row.version,
  openRuns,
  revision: row.revision,
  updatedBy: row.updatedBy,
  updatedAt: iso(row.updatedAt),
  createdAt: iso(row.createdAt),
});

/** A graph of one Start, which leads nowhere yet. */
const BLANK: Graph = {
  format: GRAPH_FORMAT,
  nodes: [{ id: "start", type: "start", name: "", position: { x: 0, y: 0 }, data: {} }],
  edges: [],
  variables: [],
  notes: [],
  frames: [],
};

/** SQLite's JSON reads 1,000 levels, and no node has need of a tenth of them. */
export const MOST_LEVELS = 100;
export const isDeep = (value: unknown, left = MOST_LEVELS): boolean => isNested(value, left);

/** Refuses a graph that no row can hold, or that the database could not read again. */
export function refuseUnfit(graph: Graph): void {
  const message = isDeep(graph)
    ? texts.tooDeep(MOST_LEVELS)
    : fitsDraft(JSON.stringify(graph))
      ? undefined
      : texts.tooLarge;
  if (message !== undefined) throw new DomainError("invalid", { message, errors: { graph: message } });
}

/** Adds one with its draft. */
export async function createAutomation(
  ctx: Ctx,
  kind: AutomationKind,
  {
    name,
    folder,
    graph = BLANK,
    casesOf,
  }: { name: string; folder: string; graph?: Graph | undefined; casesOf?: string | undefined },
): Promise<AutomationEntry> {
  refuseUnfit(graph);
  const { db, enterpriseId, newId, now } = ctx;
  const edit = nextRevision(ctx, null);
  const row: AutomationRow = {
    id: newId(),
    enterpriseId,
    kind,
    name,
    nameKey: nameKey(name),
    folder,
    version: null,
    changed: true,
    logLevel: "path",
    logDays: LOG_DAYS.usual,
    sourceId: "",
    archivedAt: null,
    deletedAt: null,
    createdAt: now(),
    ...edit,
  };
  ctx.after.live = true;
  await mapConflicts(
    db.batch([
      db.insert(automations).values(row),
      db.insert(automationDrafts).values({ automationId: row.id, enterpriseId, graph, ...edit }),
      ...(casesOf === undefined ? [] : [copyingCases(ctx, casesOf, row)]),
      audited(ctx, { action: "create", kind, object: row, after: { name, folder } }),
    ]),
    { "automations.name_key": "automationNameTaken" },
  );
  return onWire(row, 0);
}

/** The statement by which one gets the test cases of another of its kind; none of one that is not there. */
function copyingCases(
  { db, enterpriseId, newId }: Ctx,
  of: string,
  { id, kind, createdAt, updatedBy }: AutomationRow,
) {
  const ids = JSON.stringify(Array.from({ length: CASES.most }, newId));
  return db.insert(automationCases).select(
    sql`SELECT n.value, ${enterpriseId}, ${id}, c.name, c.content, 1, ${updatedBy}, ${createdAt} + n.key, ${createdAt}
      FROM (SELECT t.name, t.content, row_number() OVER (ORDER BY t.created_at, t.id) - 1 AS place FROM ${automationCases} t
        CROSS JOIN ${automations} a ON a.id = t.automation_id AND a.kind = ${kind} AND a.deleted_at IS NULL
        WHERE t.automation_id = ${of} AND t.enterprise_id = ${enterpriseId}) c
      CROSS JOIN json_each(${ids}) n ON n.key = c.place`,
  );
}

async function find(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
): Promise<{ row: AutomationRow; openRuns: number }> {
  const [found] = await ctx.db
    .select({ row: automations, openRuns: OPEN_RUNS })
    .from(automations)
    .where(thisAutomation(ctx, kind, id))
    .limit(1);
  if (!found) throw new DomainError("notFound");
  return found;
}

/** Throws notFound for one that is not there. */
export async function seenAutomation(ctx: Ctx, kind: AutomationKind, id: string): Promise<void> {
  await find(ctx, kind, id);
}

/** Names one anew, moves it, puts it away or takes it back; its graph stays as it is. */
export async function changeAutomation(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  {
    name,
    folder,
    archived,
    revision,
  }: { name: string; folder: string; archived: boolean; revision?: number | undefined },
): Promise<AutomationEntry> {
  const { row: before, openRuns } = await find(ctx, kind, id);
  refuseStale(before, revision);
  const archivedAt = archived ? (before.archivedAt ?? ctx.now()) : null;
  const set = { name, nameKey: nameKey(name), folder, archivedAt, ...nextRevision(ctx, before) };
  const work = ctx.db.batch([
    guardRevision(ctx, automations, id, before.revision),
    ctx.db
      .update(automations)
      .set(set)
      .where(thisAutomation(ctx, kind, id)),
    audited(ctx, {
      action: "update",
      kind,
      object: { id, name },
      before: { name: before.name, folder: before.folder, archived: before.archivedAt !== null },
      after: { name, folder, archived },
    }),
  ]);
  ctx.after.live = true;
  await unlessStale(
    mapConflicts(work, { "automations.name_key": "automationNameTaken" }),
    async () => (await find(ctx, kind, id)).row,
  );
  return onWire({ ...before, ...set }, openRuns);
}

/** Puts one into the trash that runs nowhere; the check is part of the write, so that nobody starts it in between. */
export async function deleteAutomation(ctx: Ctx, kind: AutomationKind, id: string): Promise<void> {
  const { row } = await find(ctx, kind, id);
  const { db, enterpriseId, now } = ctx;
  ctx.after.live = true;
  const runs = sql`EXISTS (SELECT 1 FROM automation_instances i WHERE i.enterprise_id = ${enterpriseId} AND i.automation_id = ${id}
    AND i.state IN (${INSTANCE.started}, ${INSTANCE.paused}))`;
  try {
    const statements = [
      guard(ctx, sql`NOT ${runs}`),
      db
        .update(automations)
        .set({ deletedAt: now(), ...nextRevision(ctx, row) })
        .where(thisAutomation(ctx, kind, id)),
      // One that was scheduled doesn't start any more, also once this is restored, and its words are free.
      db
        .update(automationInstances)
        .set({ state: INSTANCE.created, startAt: null, revision: sql`revision + 1`, updatedAt: now() })
        .where(
          and(
            eq(automationInstances.enterpriseId, enterpriseId),
            eq(automationInstances.automationId, id),
            eq(automationInstances.state, INSTANCE.scheduled),
          ),
        ),
      db
        .delete(automationTriggers)
        .where(
          sql`${automationTriggers.instanceId} IN (SELECT i.id FROM automation_instances i WHERE i.enterprise_id = ${enterpriseId} AND i.automation_id = ${id})`,
        ),
      audited(ctx, { action: "delete", kind, object: row, before: { name: row.name, folder: row.folder } }),
    ];
    await db.$client.batch([
      ...statements.map((each) => bindable(ctx, each)),
      // Whoever was to finish it when it was stopped: no screen could end that any more.
      endingRunsOf(ctx, "automation", id),
    ]);
  } catch (error) {
    if (guardFailed(error)) throw new DomainError("automationRunning");
    throw error;
  }
}
