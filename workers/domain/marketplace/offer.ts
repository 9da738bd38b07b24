import { and, eq } from "drizzle-orm";
import { marketplaceShelf } from "#db/tenant/marketplace.ts";
import type { PackageEntry, Source } from "#workers/contract/endpoints/marketplace.ts";
import type { PackageContent, ShippedPackage } from "#workers/contract/marketplace/package.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { shippedPackages } from "./shipped.ts";

/** Something that can be installed, wherever it comes from. */
export interface Offer {
  source: string;
  version: number;
  name: string;
  /** The changes in this version. */
  changes: string;
  content: PackageContent;
}

export const shelfSource = (id: string): string => `shelf/${id}`;

/** A package of the build. Throws notFound, and invalid with the reason where its signature does not hold. */
export async function shippedOne(id: string, packages = shippedPackages()): Promise<ShippedPackage> {
  const found = (await packages).find((each) => each.id === id);
  if (!found) throw new DomainError("notFound");
  if (!found.package) {
    throw new DomainError("invalid", { message: found.refusal, errors: { from: found.refusal } });
  }
  return found.package;
}

/** The offer to install. Throws notFound for one that is not made here. */
export async function offerOf(ctx: Ctx, from: Source): Promise<Offer> {
  if ("package" in from) {
    const { id, version, name, changes, content } = await shippedOne(from.package);
    return { source: id, version, name, changes, content };
  }
  const { db, enterpriseId } = ctx;
  const [row] = await db
    .select({
      name: marketplaceShelf.name,
      version: marketplaceShelf.version,
      content: marketplaceShelf.content,
    })
    .from(marketplaceShelf)
    .where(and(eq(marketplaceShelf.enterpriseId, enterpriseId), eq(marketplaceShelf.id, from.shelf)))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return { source: shelfSource(from.shelf), changes: "", ...row };
}

/** How much is in it, for a card. */
export function countsOf(content: PackageContent): PackageEntry["counts"] {
  const none = { steps: 0, intents: 0, fields: 0, screens: 0, templates: 0 };
  switch (content.kind) {
    case "journey":
    case "encap": {
      const { automations, forms } = content.file;
      return {
        ...none,
        steps: automations.reduce((sum, { graph }) => sum + graph.nodes.length, 0),
        fields: forms.reduce((sum, form) => sum + form.content.fields.length, 0),
      };
    }
    case "bot":
      return { ...none, intents: content.file.stories.reduce((sum, { intents }) => sum + intents.length, 0) };
    case "form":
      return { ...none, fields: content.form.content.fields.length };
    case "flow": {
      const { screens } = content.flow.content;
      return { ...none, screens: Array.isArray(screens) ? screens.length : 0 };
    }
    case "templates":
      return { ...none, templates: content.templates.length };
    default:
      return content satisfies never;
  }
}
