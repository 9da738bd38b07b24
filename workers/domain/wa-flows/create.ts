import { and, eq, isNull } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { forms } from "#db/tenant/forms.ts";
import { waFlows } from "#db/tenant/wa-flows.ts";
import { waFlowsTexts as texts } from "#texts/wa-flows.ts";
import type { createWaFlow as createContract, WaFlowDraft } from "#workers/contract/endpoints/wa-flows.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { type WaFlowContent, waFlowLimits, type WaFlowRules } from "#workers/contract/wa-flows/flow.ts";
import { formToFlow } from "#workers/contract/wa-flows/from-form.ts";
import { audited } from "../audit.ts";
import { type Beside, nothingBeside } from "../beside.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { thisForm } from "../forms/form.ts";
import { nextRevision } from "../revision.ts";
import { getDraft } from "./draft.ts";
import { invalid, ofFlows, refuseLarge, thisFlow, type WaFlowRow } from "./flow.ts";
import { shapeOf } from "./shape.ts";

/** Adds a draft: empty, with contents, or made from a form; and what stands beside it in the transaction. */
export async function createFlow(
  ctx: Ctx,
  { name, categories, channelId, content, fromForm }: InputOf<typeof createContract>["body"],
  { rules = {}, beside = nothingBeside }: { rules?: WaFlowRules; beside?: Beside<"flow"> } = {},
): Promise<WaFlowDraft & { notes: string[] }> {
  if (content !== undefined && fromForm !== undefined) throw invalid("fromForm", texts.one);
  const { db } = ctx;
  const [[channel], [form]] = await db.batch([
    db
      .select({ id: channels.id })
      .from(channels)
      .where(and(ofFlows(ctx), eq(channels.id, channelId)))
      .limit(1),
    db
      .select({ content: forms.content })
      .from(forms)
      .where(thisForm(ctx, fromForm ?? ""))
      .limit(1),
  ]);
  if (!channel)
    throw new DomainError("notFound", { message: texts.noChannel, errors: { channelId: texts.noChannel } });
  if (fromForm !== undefined && !form) throw invalid("fromForm", texts.noForm);
  const made = form && formToFlow(form.content);
  const own = content ?? (made?.content as WaFlowContent | undefined) ?? { version: "7.3", screens: [] };
  const draft = await insert(ctx, { name, categories, channelId, content: own, rules }, beside);
  return { ...draft, notes: made?.notes ?? [] };
}

type Fields = Pick<WaFlowRow, "name" | "categories" | "channelId" | "content" | "rules">;

async function insert(
  ctx: Ctx,
  fields: Fields,
  beside: Beside<"flow"> = nothingBeside,
): Promise<WaFlowDraft> {
  const { db, enterpriseId, newId, now } = ctx;
  refuseLarge(fields.content, fields.rules);
  const row = {
    ...fields,
    ...shapeOf(fields.content),
    id: newId(),
    enterpriseId,
    nameKey: nameKey(fields.name),
    state: "DRAFT" as const,
    createdAt: now(),
    ...nextRevision(ctx, null),
  };
  await mapConflicts(
    db.batch([
      db.insert(waFlows).values(row),
      audited(ctx, { action: "create", kind: "waFlow", object: row, after: { name: row.name } }),
      ...beside([{ part: "flow", of: "flow", id: row.id }]),
    ]),
    { "wa_flows.name_key": "waFlowNameTaken" },
  );
  return getDraft(ctx, row.id);
}

const MOST_COPIES = 1_000;

/** A draft like this one, under a name that is free. */
export async function cloneFlow(ctx: Ctx, id: string): Promise<WaFlowDraft> {
  const { db, enterpriseId } = ctx;
  const [[row], names] = await db.batch([
    db.select().from(waFlows).where(thisFlow(ctx, id)).limit(1),
    db
      .select({ key: waFlows.nameKey })
      .from(waFlows)
      .where(and(eq(waFlows.enterpriseId, enterpriseId), isNull(waFlows.deletedAt))),
  ]);
  if (!row) throw new DomainError("notFound");
  const taken = new Set(names.map(({ key }) => key));
  const base = texts.copyOf(row.name).slice(0, waFlowLimits.name - 5);
  const name =
    [base, ...Array.from({ length: MOST_COPIES }, (_each, at) => `${base} ${at + 2}`)].find(
      (each) => !taken.has(nameKey(each)),
    ) ?? base;
  const { categories, channelId, content, rules } = row;
  return insert(ctx, { name, categories, channelId, content, rules });
}
