import { sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import { waFlows } from "#db/tenant/wa-flows.ts";
import { waFlowsTexts as texts } from "#texts/wa-flows.ts";
import type { saveWaFlowDraft as saveContract, WaFlowDraft } from "#workers/contract/endpoints/wa-flows.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { checkWaFlow } from "#workers/contract/wa-flows/check.ts";
import type { WaFlowProblem } from "#workers/contract/wa-flows/flow-json.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard } from "../guard.ts";
import { nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { entryOf, readingFlow, refuseLarge, thisFlow, type WaFlowRow } from "./flow.ts";
import { checkRules, shapeOf } from "./shape.ts";

/** Journeys and encaps that send a flow, in their draft or in what is published. */
export const USED_IN = (
  enterpriseId: string,
  id: string,
  which: "any" | "published",
) => sql`SELECT a.id, a.name FROM automations a
  WHERE a.enterprise_id = ${enterpriseId} AND a.deleted_at IS NULL AND (
    EXISTS (SELECT 1 FROM automation_versions v CROSS JOIN json_each(v.graph, '$.nodes') e WHERE v.automation_id = a.id AND v.number = a.version
      AND e.value ->> '$.type' = 'whatsappFlow' AND e.value ->> '$.data.flowId' = ${id})
    OR ${which === "any" ? 1 : 0} AND EXISTS (SELECT 1 FROM automation_drafts d CROSS JOIN json_each(d.graph, '$.nodes') e WHERE d.automation_id = a.id
      AND e.value ->> '$.type' = 'whatsappFlow' AND e.value ->> '$.data.flowId' = ${id}))`;

export const problemsOf = ({ content, rules }: Pick<WaFlowRow, "content" | "rules">): WaFlowProblem[] => [
  ...checkWaFlow(content).problems,
  ...checkRules(content, rules),
];

/** The flow, with what is wrong with it and what sends it. */
export const getDraft = async (ctx: Ctx, id: string): Promise<WaFlowDraft> =>
  draftIn(await ctx.db.batch(readingDraft(ctx, id)));

/** The two statements that read it, for the end of a batch. */
export const readingDraft = (ctx: Ctx, id: string) =>
  [
    readingFlow(ctx, id),
    ctx.db
      .select({ id: sql<string>`u.id`, name: sql<string>`u.name` })
      .from(sql`(${USED_IN(ctx.enterpriseId, id, "any")} ORDER BY a.name LIMIT 20) u`),
  ] as const;
type Read = BatchResponse<ReturnType<typeof readingDraft>>;

/** The draft in what they have read. */
export function draftIn([[found], usedIn]: Read): WaFlowDraft {
  if (!found) throw new DomainError("notFound");
  const { row, channel } = found;
  return {
    ...entryOf(row, channel),
    content: row.content,
    rules: row.rules,
    revision: row.revision,
    problems: problemsOf(row),
    metaErrors: row.metaErrors,
    usedIn,
    vendorId: row.vendorId,
    previewUrl: row.previewUrl,
  };
}

export const findingFlow = (ctx: Ctx, id: string) =>
  ctx.db.select().from(waFlows).where(thisFlow(ctx, id)).limit(1);

export async function findFlow(ctx: Ctx, id: string): Promise<WaFlowRow> {
  const [row] = await findingFlow(ctx, id);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** For the front of a batch: still a draft in this revision that nobody uploads. */
export const guardDraft = (ctx: Ctx, { id, revision }: Pick<WaFlowRow, "id" | "revision">) =>
  guard(
    ctx,
    sql`EXISTS (SELECT 1 FROM wa_flows WHERE id = ${id} AND revision = ${revision} AND state = 'DRAFT' AND busy_until <= ${ctx.now()}
      AND deleted_at IS NULL)`,
  );

export function refuseFixed({ state, busyUntil }: Pick<WaFlowRow, "state" | "busyUntil">, now: number): void {
  if (state !== "DRAFT") throw new DomainError("waFlowPublished");
  if (busyUntil > now) throw new DomainError("waFlowBusy");
}

/** Keeps a draft, whole or not; refused where somebody else has saved since it was read, and once it is published. */
export async function saveDraft(
  ctx: Ctx,
  id: string,
  { name, categories, content, rules, revision }: InputOf<typeof saveContract>["body"],
): Promise<ReplyOf<typeof saveContract>> {
  refuseLarge(content, rules);
  const row = await findFlow(ctx, id);
  refuseFixed(row, ctx.now());
  refuseStale(row, revision);
  const set = {
    ...{ name, nameKey: nameKey(name), categories, content, rules },
    ...shapeOf(content),
    ...nextRevision(ctx, row),
  };
  const work = ctx.db.batch([guardDraft(ctx, row), ctx.db.update(waFlows).set(set).where(thisFlow(ctx, id))]);
  await unlessStale(mapConflicts(work, { "wa_flows.name_key": "waFlowNameTaken" }), () => findFlow(ctx, id));
  return { revision: set.revision, updatedAt: iso(set.updatedAt), problems: problemsOf({ content, rules }) };
}

/** Throws invalid with the first error of a draft, and how many more there are. */
export function refuseWrong(row: Pick<WaFlowRow, "content" | "rules">): void {
  const errors = problemsOf(row).filter(({ severity }) => severity === "error");
  if (!errors[0]) return;
  const message = texts.wrong(errors[0].sentence, errors.length - 1);
  throw new DomainError("invalid", { message, errors: { content: message } });
}
