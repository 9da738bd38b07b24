import { and, asc, eq, sql } from "drizzle-orm";
import { automationCases, automations } from "#db/tenant/automations.ts";
import { automationCasesTexts as texts } from "#texts/automation-cases.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { CASES, type TestCase, testCase } from "#workers/contract/automation/test-case.ts";
import type { CaseEntry, CaseResult } from "#workers/contract/endpoints/automation-cases.ts";
import { audited } from "../audit.ts";
import { type Ctx, iso } from "../ctx.ts";
import { type FieldRow, liveFields } from "../customers/live-fields.ts";
import { DomainError } from "../error.ts";
import { nextRevision, refuseStale } from "../revision.ts";
import type { Place } from "../runs/contact-fields.ts";
import { libraryOf } from "../runs/library.ts";
import { thisAutomation } from "./automation.ts";
import { playCases, recorded } from "./play-cases.ts";
import { type Trial, trialFlow, trialOf } from "./trial.ts";

export type CaseRow = typeof automationCases.$inferSelect;

const onWire = ({ id, name, content, revision, updatedBy, updatedAt }: CaseRow): CaseEntry => ({
  id,
  name,
  turns: content.turns.length,
  revision,
  updatedBy,
  updatedAt: iso(updatedAt),
});

const ofThis = ({ enterpriseId }: Ctx, automationId: string) =>
  and(eq(automationCases.enterpriseId, enterpriseId), eq(automationCases.automationId, automationId));

const automationOf = (ctx: Ctx, kind: AutomationKind, id: string) =>
  ctx.db
    .select({ id: automations.id, name: automations.name })
    .from(automations)
    .where(thisAutomation(ctx, kind, id))
    .limit(1);

/** Whole cases of an automation, the oldest first; whether it is there is for the caller to know. */
export const casesOf = (ctx: Ctx, automationId: string) =>
  ctx.db
    .select()
    .from(automationCases)
    .where(ofThis(ctx, automationId))
    .orderBy(asc(automationCases.createdAt), asc(automationCases.id))
    .limit(CASES.most);

/** Test cases of an automation. */
export async function listCases(ctx: Ctx, kind: AutomationKind, id: string): Promise<{ cases: CaseEntry[] }> {
  const [there, rows] = await ctx.db.batch([automationOf(ctx, kind, id), casesOf(ctx, id)]);
  if (there.length === 0) throw new DomainError("notFound");
  return { cases: rows.map(onWire) };
}

/** Keeps a test that was played. Throws invalid where there are as many as there may be. */
export async function saveCase(
  ctx: Ctx,
  kind: AutomationKind,
  automationId: string,
  { name, content }: { name: string; content: TestCase },
): Promise<CaseEntry> {
  const { db, enterpriseId, newId, now } = ctx;
  const at = now();
  const { revision, updatedBy } = nextRevision(ctx, null);
  // One statement, so that two who save the last one at once do not both find room for it.
  const [there, [made]] = await db.batch([
    automationOf(ctx, kind, automationId),
    db
      .insert(automationCases)
      .select(
        sql`SELECT ${newId()}, ${enterpriseId}, a.id, ${name}, ${JSON.stringify(content)}, ${revision}, ${updatedBy}, ${at}, ${at}
          FROM ${automations} a WHERE a.id = ${automationId} AND a.enterprise_id = ${enterpriseId} AND a.kind = ${kind} AND a.deleted_at IS NULL
            AND (SELECT count(*) FROM ${automationCases} c WHERE c.automation_id = a.id) < ${CASES.most}`,
      )
      .returning(),
  ]);
  if (there.length === 0) throw new DomainError("notFound");
  if (!made) throw refused("content", texts.full(CASES.most));
  return onWire(made);
}

const refused = (field: string, message: string) =>
  new DomainError("invalid", { message, errors: { [field]: message } });

/** The trial that cases are played on; nothing more is read where a graph asks no forms. */
export async function trialFor(
  ctx: Ctx,
  place: Place,
  graph: Graph,
  fields: readonly FieldRow[],
): Promise<Trial> {
  const flow = trialFlow(graph, fields);
  const { forms } = await libraryOf(ctx.db, ctx.enterpriseId, [flow]);
  return trialOf(graph, { flow, fields, forms, place });
}

/** Plays all cases on a graph. */
export async function runCases(
  ctx: Ctx,
  place: Place,
  kind: AutomationKind,
  id: string,
  graph: Graph,
): Promise<{ results: CaseResult[] }> {
  const [there, rows, fields] = await ctx.db.batch([
    automationOf(ctx, kind, id),
    casesOf(ctx, id),
    liveFields(ctx),
  ]);
  if (there.length === 0) throw new DomainError("notFound");
  if (rows.length === 0) return { results: [] };
  return { results: resultsOf(await trialFor(ctx, place, graph, fields), graph, rows) };
}

/** How each case goes, in words. */
export function resultsOf(trial: Trial, graph: Graph, rows: readonly CaseRow[]): CaseResult[] {
  const failures = playCases(
    trial,
    graph,
    rows.map(({ content }) => content),
  );
  return rows.map(({ id, name }, at) => {
    const failure = failures[at];
    return {
      id,
      name,
      passed: failure === undefined,
      turn: failure && failure.turn > 0 ? failure.turn : null,
      expected: failure?.expected ?? "",
      got: failure?.got ?? "",
      sentence: failure?.sentence ?? texts.passed,
    };
  });
}

const oneOf = (ctx: Ctx, automationId: string, caseId: string) =>
  ctx.db
    .select()
    .from(automationCases)
    .where(and(ofThis(ctx, automationId), eq(automationCases.id, caseId)))
    .limit(1);

/** Names a case anew; with a graph, what comes of it there is what it expects. Refused where somebody else was faster. */
export async function changeCase(
  ctx: Ctx,
  place: Place,
  kind: AutomationKind,
  { id, caseId }: { id: string; caseId: string },
  { name, revision, graph }: { name: string; revision: number; graph?: Graph | undefined },
): Promise<CaseEntry> {
  const { db } = ctx;
  const [there, [row], fields] = await db.batch([
    automationOf(ctx, kind, id),
    oneOf(ctx, id, caseId),
    liveFields(ctx),
  ]);
  if (there.length === 0 || !row) throw new DomainError("notFound");
  refuseStale(row, revision);
  const content = graph ? recorded(await trialFor(ctx, place, graph, fields), row.content) : row.content;
  const fitting = testCase.safeParse(content);
  if (!fitting.success) throw refused("graph", texts.longCase);
  const [changed] = await db
    .update(automationCases)
    .set({ name, content: fitting.data, ...nextRevision(ctx, row) })
    .where(and(ofThis(ctx, id), eq(automationCases.id, caseId), eq(automationCases.revision, revision)))
    .returning();
  if (changed) return onWire(changed);
  const [now] = await oneOf(ctx, id, caseId);
  if (!now) throw new DomainError("notFound");
  refuseStale(now, revision);
  return onWire(now);
}

/** Deletes a case; the trail says so, since nothing asks for it any more at the next publishing. */
export async function deleteCase(
  ctx: Ctx,
  kind: AutomationKind,
  { id, caseId }: { id: string; caseId: string },
): Promise<void> {
  const { db } = ctx;
  const [[object], [row]] = await db.batch([automationOf(ctx, kind, id), oneOf(ctx, id, caseId)]);
  if (!object || !row) throw new DomainError("notFound");
  await db.batch([
    db.delete(automationCases).where(and(ofThis(ctx, id), eq(automationCases.id, caseId))),
    audited(ctx, { action: "update", kind, object, before: { testCase: row.name } }),
  ]);
}
