import { and, eq, inArray } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { forms } from "#db/tenant/forms.ts";
import { templates } from "#db/tenant/templates.ts";
import { waFlows } from "#db/tenant/wa-flows.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import type { AutomationFile } from "#workers/contract/automation/automation-file.ts";
import type { PackageKind } from "#workers/contract/marketplace/kinds.ts";
import { CHANNEL_OF, type PackageContent } from "#workers/contract/marketplace/package.ts";
import { exportAutomations } from "../automation-files/export-automations.ts";
import { mapReferences } from "../automations/graph-references.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { thisForm } from "../forms/form.ts";
import { digest } from "../identity/digest.ts";
import { agentFileOf } from "../import-export/agent-file.ts";
import { thisFlow } from "../wa-flows/flow.ts";
import { templatePart } from "./sums.ts";

interface Shared {
  kind: PackageKind;
  things: readonly string[];
  withForms: boolean;
}

/** The content that is put on the shelf: a thing, or a set of templates, in the format of its own export. Throws notFound. */
export async function sharedContent(
  ctx: Ctx,
  { kind, things, withForms }: Shared,
  shelfId: string,
): Promise<PackageContent> {
  const { db } = ctx;
  const [thingId = ""] = things;
  switch (kind) {
    case "journey":
    case "encap": {
      const { file } = await exportAutomations(ctx, kind, { id: thingId }, { withForms });
      return { kind, file: renamed(file, shelfId) };
    }
    case "bot":
      return { kind, file: await agentFileOf(ctx, thingId) };
    case "form": {
      const [row] = await db.select().from(forms).where(thisForm(ctx, thingId)).limit(1);
      if (!row) throw new DomainError("notFound");
      return { kind, form: { name: row.name, content: row.content } };
    }
    case "flow": {
      const [row] = await db.select().from(waFlows).where(thisFlow(ctx, thingId)).limit(1);
      if (!row) throw new DomainError("notFound");
      const { name, categories, content, rules } = row;
      return { kind, flow: { name, categories, content, rules } };
    }
    case "templates":
      return { kind, templates: await templatesOf(ctx, things) };
    default:
      return kind satisfies never;
  }
}

/** Templates of WhatsApp, by name and language, of which a set has one each. */
async function templatesOf({ db, enterpriseId }: Ctx, ids: readonly string[]) {
  const found = await db
    .select({
      name: templates.name,
      language: templates.language,
      category: templates.category,
      components: templates.components,
    })
    .from(templates)
    .innerJoin(channels, eq(channels.id, templates.channelId))
    .where(
      and(
        eq(templates.enterpriseId, enterpriseId),
        inArray(templates.id, [...ids]),
        eq(channels.type, CHANNEL_OF.templates ?? 0),
      ),
    )
    .orderBy(templates.name, templates.language);
  if (found.length < ids.length) throw new DomainError("notFound");
  const parts = found.map(templatePart);
  const twice = parts.find((part, at) => parts.indexOf(part) < at);
  if (twice !== undefined) {
    const message = texts.templateTwice(twice);
    throw new DomainError("invalid", { message, errors: { thingIds: message } });
  }
  return found;
}

/**
 * Ids of a copy: an install from the shelf makes new ones, and must not find what the copy was made of. They are the same in
 * every version of it, whatever comes in before, so that an update finds what the one before has made.
 */
function renamed({ checksum: _checksum, ...file }: AutomationFile, shelfId: string): AutomationFile {
  const of = (id: string) => `${shelfId}-${digest(id).slice(0, 20)}`;
  const ownForms = new Set(file.forms.map(({ id }) => id));
  return {
    ...file,
    automations: file.automations.map((each) => ({
      ...each,
      id: of(each.id),
      folder: "",
      graph: mapReferences(each.graph, (kind, id) => (kind === "form" && ownForms.has(id) ? of(id) : id)),
    })),
    forms: file.forms.map((each) => ({ ...each, id: of(each.id) })),
  };
}
