import { forms } from "#db/tenant/forms.ts";
import { waFlows } from "#db/tenant/wa-flows.ts";
import type { ChosenPackagePart } from "#workers/contract/endpoints/marketplace.ts";
import type { FormContent } from "#workers/contract/forms/form.ts";
import type { PackagedFlow } from "#workers/contract/marketplace/package.ts";
import { audited } from "../audit.ts";
import type { Beside } from "../beside.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { refuseLarge, thisForm } from "../forms/form.ts";
import { guardRevision, nextRevision } from "../revision.ts";
import { guardDraft } from "../wa-flows/draft.ts";
import { refuseLarge as refuseLargeFlow, thisFlow } from "../wa-flows/flow.ts";
import { shapeOf } from "../wa-flows/shape.ts";

type Into = NonNullable<ChosenPackagePart["existing"]>;

/** Puts other contents into a form's draft that is as it was read; the guard of the batch fails otherwise. */
export async function replaceForm(
  ctx: Ctx,
  { id, mark }: Into,
  content: FormContent,
  beside: Beside<"form">,
): Promise<void> {
  refuseLarge(content);
  const [row] = await ctx.db.select().from(forms).where(thisForm(ctx, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  await ctx.db.batch([
    guardRevision(ctx, forms, id, Number(mark)),
    ctx.db
      .update(forms)
      .set({ content, changed: true, ...nextRevision(ctx, row) })
      .where(thisForm(ctx, id)),
    audited(ctx, { action: "import", kind: "form", object: row, after: { state: "changed" } }),
    ...beside([{ part: "form", of: "form", id }]),
  ]);
}

/** The same of a WhatsApp Flow, which must be a draft still. */
export async function replaceFlow(
  ctx: Ctx,
  { id, mark }: Into,
  { categories, content, rules }: PackagedFlow,
  beside: Beside<"flow">,
): Promise<void> {
  refuseLargeFlow(content, rules);
  const [row] = await ctx.db.select().from(waFlows).where(thisFlow(ctx, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  await ctx.db.batch([
    guardDraft(ctx, { id, revision: Number(mark) }),
    ctx.db
      .update(waFlows)
      .set({ categories, content, rules, ...shapeOf(content), ...nextRevision(ctx, row) })
      .where(thisFlow(ctx, id)),
    audited(ctx, { action: "import", kind: "waFlow", object: row, after: { state: "changed" } }),
    ...beside([{ part: "flow", of: "flow", id }]),
  ]);
}
