import { and, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { automationDrafts, automations, automationVersions } from "#db/tenant/automations.ts";
import { forms } from "#db/tenant/forms.ts";
import { waFlows } from "#db/tenant/wa-flows.ts";
import { SENT_STATES } from "#workers/contract/wa-flows/flow.ts";
import { customersTexts } from "#texts/customers.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { GraphProblem } from "#workers/contract/automation/problem.ts";
import type {
  AutomationDraft,
  getJourneyVersion,
  listJourneyVersions,
  saveJourneyDraft,
} from "#workers/contract/endpoints/automations.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { columnsOf } from "../audience/values.ts";
import { type Ctx, iso } from "../ctx.ts";
import { liveFields, type FieldRow } from "../customers/live-fields.ts";
import { DomainError } from "../error.ts";
import { validate } from "../flow/validate.ts";
import { guard } from "../guard.ts";
import { page } from "../page.ts";
import { nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { contactNames } from "../runs/contact-fields.ts";
import { type AutomationRow, refuseUnfit, thisAutomation } from "./automation.ts";
import { missingReferences } from "./missing-references.ts";

type DraftRow = typeof automationDrafts.$inferSelect;

/** An automation with its draft, and all that its graph is checked against. */
export interface Known {
  row: AutomationRow;
  draft: DraftRow;
  fields: readonly FieldRow[];
  /** Which journeys each journey of the enterprise runs, by what is published of it. */
  journeys: ReadonlyMap<string, readonly string[]>;
  /** Published forms. */
  forms: ReadonlySet<string>;
  /** WhatsApp Flows that can be sent. */
  waFlows: ReadonlySet<string>;
}

/** Journeys that published journeys run, one row each; those that run none have a row with null. */
const RUNS_OF = sql`SELECT a.id, e.value ->> '$.data.journeyId' AS runs FROM automations a
  LEFT JOIN automation_versions v ON v.automation_id = a.id AND v.number = a.version
  LEFT JOIN json_each(v.graph, '$.nodes') e ON e.value ->> '$.type' = 'runJourney'`;

/** Reads all that is known of an automation, in one batch. */
export async function known(ctx: Ctx, kind: AutomationKind, id: string): Promise<Known> {
  const { db, enterpriseId } = ctx;
  const [rows, drafts, fields, runs, published, sendable] = await db.batch([
    db
      .select()
      .from(automations)
      .where(thisAutomation(ctx, kind, id))
      .limit(1),
    db
      .select()
      .from(automationDrafts)
      .where(and(eq(automationDrafts.enterpriseId, enterpriseId), eq(automationDrafts.automationId, id)))
      .limit(1),
    liveFields(ctx),
    db
      .select({ id: sql<string>`j.id`, runs: sql<string | null>`j.runs` })
      .from(
        sql`(${RUNS_OF} WHERE a.enterprise_id = ${enterpriseId} AND a.kind = 'journey' AND a.deleted_at IS NULL) j`,
      ),
    db
      .select({ id: forms.id })
      .from(forms)
      .where(and(eq(forms.enterpriseId, enterpriseId), isNull(forms.deletedAt), isNotNull(forms.version))),
    db
      .select({ id: waFlows.id })
      .from(waFlows)
      .where(
        and(
          eq(waFlows.enterpriseId, enterpriseId),
          isNull(waFlows.deletedAt),
          inArray(waFlows.state, [...SENT_STATES]),
        ),
      ),
  ]);
  const [row, draft] = [rows[0], drafts[0]];
  if (!row || !draft) throw new DomainError("notFound");
  const journeys = new Map(
    [...Map.groupBy(runs, (each) => each.id)].map(([journey, each]) => [
      journey,
      each.flatMap(({ runs: other }) => other ?? []),
    ]),
  );
  return {
    row,
    draft,
    fields,
    journeys,
    forms: new Set(published.map((each) => each.id)),
    waFlows: new Set(sendable.map((each) => each.id)),
  };
}

const columns = (fields: readonly FieldRow[]) =>
  columnsOf(fields, { name: customersTexts.name, phone: customersTexts.phoneNumber });

/** The problems of a graph. */
export const problemsOf = (
  graph: Graph,
  { row, fields, journeys, forms: published, waFlows: sendable }: Known,
): GraphProblem[] =>
  validate(graph, {
    fields: contactNames(fields),
    ...(row.kind === "journey" && { self: row.id }),
    journeys,
    forms: published,
    waFlows: sendable,
  });

const onWire = async (ctx: Ctx, all: Known, draft: DraftRow, changed: boolean): Promise<AutomationDraft> => ({
  id: all.row.id,
  kind: all.row.kind,
  name: all.row.name,
  graph: draft.graph,
  revision: draft.revision,
  version: all.row.version,
  changed,
  problems: [...problemsOf(draft.graph, all), ...(await missingReferences(ctx, draft.graph))],
  contactFields: columns(all.fields),
  updatedBy: draft.updatedBy,
  updatedAt: iso(draft.updatedAt),
});

/** The draft, with what is wrong with it. */
export async function getDraft(ctx: Ctx, kind: AutomationKind, id: string): Promise<AutomationDraft> {
  const all = await known(ctx, kind, id);
  return onWire(ctx, all, all.draft, all.row.changed);
}

/** Keeps a graph, whole or not; refused where somebody else has saved since it was read. */
export async function saveDraft(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  { graph, revision }: { graph: Graph; revision: number },
): Promise<ReplyOf<typeof saveJourneyDraft>> {
  refuseUnfit(graph);
  const [all, missing] = await Promise.all([known(ctx, kind, id), missingReferences(ctx, graph)]);
  refuseStale(all.draft, revision);
  const draft = await write(ctx, kind, all, graph);
  return {
    revision: draft.revision,
    updatedAt: iso(draft.updatedAt),
    problems: [...problemsOf(graph, all), ...missing],
  };
}

async function write(ctx: Ctx, kind: AutomationKind, { row, draft }: Known, graph: Graph): Promise<DraftRow> {
  const { db } = ctx;
  const set = { graph, ...nextRevision(ctx, draft) };
  // Lists hear that it differs from what is published; whoever has it open is told of each save.
  ctx.after.live ||= !row.changed;
  await unlessStale(
    db.batch([
      guardDraft(ctx, draft),
      db.update(automationDrafts).set(set).where(eq(automationDrafts.automationId, row.id)),
      db
        .update(automations)
        .set({ changed: true, updatedAt: set.updatedAt, updatedBy: set.updatedBy })
        .where(thisAutomation(ctx, kind, row.id)),
    ]),
    async () => (await known(ctx, kind, row.id)).draft,
  );
  return { ...draft, ...set };
}

/** The draft is as it was read, and its automation is there. */
export const guardDraft = (ctx: Ctx, { automationId, revision }: DraftRow) =>
  guard(
    ctx,
    sql`EXISTS (SELECT 1 FROM automation_drafts d CROSS JOIN automations a ON a.id = d.automation_id AND a.deleted_at IS NULL
      WHERE d.automation_id = ${automationId} AND d.revision = ${revision})`,
  );

const COLUMNS = {
  number: automationVersions.number,
  note: automationVersions.note,
  checks: automationVersions.checks,
  publishedBy: automationVersions.publishedBy,
  publishedAt: automationVersions.publishedAt,
};
const ofThis = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(automationVersions.enterpriseId, enterpriseId), eq(automationVersions.automationId, id));

/** Published versions, the newest first. */
export async function listVersions(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  paging: { from: number; perPage: number },
): Promise<ReplyOf<typeof listJourneyVersions>> {
  const { limit, offset, cut } = page(paging);
  const [there, found] = await ctx.db.batch([
    ctx.db
      .select({ id: automations.id })
      .from(automations)
      .where(thisAutomation(ctx, kind, id))
      .limit(1),
    ctx.db
      .select(COLUMNS)
      .from(automationVersions)
      .where(ofThis(ctx, id))
      .orderBy(desc(automationVersions.number))
      .limit(limit)
      .offset(offset),
  ]);
  if (there.length === 0) throw new DomainError("notFound");
  const { rows, more } = cut(found);
  return { versions: rows.map((each) => ({ ...each, publishedAt: iso(each.publishedAt) })), more };
}

/** One version with its graph. */
export async function getVersion(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  number: number,
): Promise<ReplyOf<typeof getJourneyVersion>> {
  const [found] = await ctx.db
    .select({ ...COLUMNS, graph: automationVersions.graph })
    .from(automationVersions)
    .innerJoin(
      automations,
      and(eq(automations.id, automationVersions.automationId), thisAutomation(ctx, kind, id)),
    )
    .where(and(ofThis(ctx, id), eq(automationVersions.number, number)))
    .limit(1);
  if (!found) throw new DomainError("notFound");
  return { ...found, publishedAt: iso(found.publishedAt) };
}

/** Makes an older version's graph the draft; what is published stays until somebody publishes again. */
export async function takeBack(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  number: number,
  revision: number,
): Promise<AutomationDraft> {
  const [all, { graph }] = await Promise.all([known(ctx, kind, id), getVersion(ctx, kind, id, number)]);
  refuseStale(all.draft, revision);
  return onWire(ctx, all, await write(ctx, kind, all, graph), true);
}
