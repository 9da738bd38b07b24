import { sql } from "drizzle-orm";
import { templates } from "#db/tenant/templates.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import type { Submitted, SubmittedFlow, VendorTemplate } from "#workers/channels/templates.ts";
import type { MessageTemplate } from "#workers/contract/endpoints/templates.ts";
import { problemsOf } from "#workers/contract/templates/rules.ts";
import { isEditable } from "#workers/contract/templates/states.ts";
import type { Template } from "#workers/contract/templates/template.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { submittedFlow } from "./flows.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { notEditable, shown } from "./save.ts";
import {
  findTemplate,
  noting,
  readingTemplate,
  templateAtTheEnd,
  type TemplateRow,
  thisTemplate,
} from "./template.ts";

/** Templates of one channel's vendor. */
export interface VendorTemplates {
  submit: (
    template: Template & { vendorId: string | null; flow?: SubmittedFlow | undefined },
  ) => Promise<Submitted>;
  list: () => Promise<VendorTemplate[] | undefined>;
  remove: (template: { name: string; language: string; vendorId: string | null }) => Promise<boolean>;
}
/** Undefined for a vendor that approves none: its templates are kept here, and may be sent at once. */
export type VendorOfChannel = (channelId: string) => Promise<VendorTemplates | undefined>;

/**
 * Has the vendor decide about a template, in review from before the call, so that the vendor's news finds it; a lost
 * answer leaves it there, for a sync to settle. Throws templateBreaks with the places that break a rule.
 */
export async function submitTemplate(
  ctx: Ctx,
  vendorOf: VendorOfChannel,
  id: string,
  revision: number | undefined,
): Promise<MessageTemplate> {
  const { db, actor } = ctx;
  const { template: before, channelType } = await findTemplate(ctx, id);
  refuseStale(before, revision);
  if (!isEditable(before.status)) throw notEditable(before);
  const problems = problemsOf(before, channelType);
  if (problems.length > 0) {
    const errors = Object.fromEntries(problems.toReversed().map(({ place, text }) => [place, text]));
    throw new DomainError("templateBreaks", { errors });
  }
  const [vendor, flow] = await Promise.all([
    vendorOf(before.channelId),
    submittedFlow(ctx, before.channelId, before.components),
  ]);
  const status = vendor ? ("PENDING" as const) : ("APPROVED" as const);
  const set = { status, reason: "", ...nextRevision(ctx, before) };
  const results = await unlessStale(
    db.batch([
      guardRevision(ctx, templates, id, before.revision),
      db.update(templates).set(set).where(thisTemplate(ctx, id)),
      noting(ctx, { ...before, ...set }, actor.name),
      audited(ctx, {
        action: "submit",
        kind: "template",
        object: { id, name: before.name },
        after: shown(before),
      }),
      readingTemplate(ctx, id),
    ]),
    async () => (await findTemplate(ctx, id)).template,
  );
  if (!vendor) return templateAtTheEnd(results);
  return settle(ctx, { ...before, ...set }, await vendor.submit({ ...before, flow }));
}

/** Keeps what the vendor answered, unless it has told more meanwhile by an event of its own. */
async function settle(ctx: Ctx, sent: TemplateRow, answer: Submitted): Promise<MessageTemplate> {
  const { db } = ctx;
  const { id, revision } = sent;
  const isOurs = sql`${templates.enterpriseId} = ${ctx.enterpriseId} AND ${templates.id} = ${id}
    AND ${templates.status} = 'PENDING' AND ${templates.revision} = ${revision}`;
  const isTaken = answer.outcome === "taken";
  const now = {
    status: isTaken ? answer.status : answer.outcome === "refused" ? ("DRAFT" as const) : sent.status,
    category: (isTaken && answer.category) || sent.category,
    reason: isTaken ? "" : answer.outcome === "refused" ? answer.reason : texts.unclear,
  };
  const isSame = now.status === sent.status && now.category === sent.category && now.reason === "";
  const results = await db.batch([
    // The id is kept whatever the vendor has told meanwhile.
    db
      .update(templates)
      .set({ vendorId: sql`coalesce(${isTaken ? answer.vendorId : null}, ${templates.vendorId})` })
      .where(thisTemplate(ctx, id)),
    ...(isSame
      ? []
      : [
          noting(ctx, { ...sent, ...now }, "", sql`EXISTS (SELECT 1 FROM ${templates} WHERE ${isOurs})`),
          db
            .update(templates)
            .set({ ...now, revision: revision + 1 })
            .where(isOurs),
        ]),
    readingTemplate(ctx, id),
  ]);
  return templateAtTheEnd(results);
}
