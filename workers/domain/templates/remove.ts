import { templates } from "#db/tenant/templates.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guardRevision, unlessStale } from "../revision.ts";
import { shown } from "./save.ts";
import type { VendorOfChannel } from "./submit.ts";
import { findTemplate, thisTemplate } from "./template.ts";

/** Deletes a template at its vendor and then here. Throws vendorSilent where the vendor has it still. */
export async function removeTemplate(ctx: Ctx, vendorOf: VendorOfChannel, id: string): Promise<void> {
  const { template } = await findTemplate(ctx, id);
  const vendor = template.vendorId === null ? undefined : await vendorOf(template.channelId);
  if (vendor && !(await vendor.remove(template)))
    throw new DomainError("vendorSilent", { message: texts.removeFailed });
  await unlessStale(
    ctx.db.batch([
      guardRevision(ctx, templates, id, template.revision),
      ctx.db.delete(templates).where(thisTemplate(ctx, id)),
      audited(ctx, {
        action: "delete",
        kind: "template",
        object: { id, name: template.name },
        before: shown(template),
      }),
    ]),
    async () => (await findTemplate(ctx, id)).template,
  );
}
