import { and, desc, eq, sql } from "drizzle-orm";
import { forms } from "#db/tenant/forms.ts";
import { marketplaceShelf } from "#db/tenant/marketplace.ts";
import { waFlows } from "#db/tenant/wa-flows.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import type { AutomationFile } from "#workers/contract/automation/automation-file.ts";
import {
  type addToShelf as addContract,
  type getShelved,
  type listShelf as listContract,
  SHELF,
  type ShelfEntry,
} from "#workers/contract/endpoints/marketplace.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { PackageKind } from "#workers/contract/marketplace/kinds.ts";
import type { PackageContent } from "#workers/contract/marketplace/package.ts";
import { audited } from "../audit.ts";
import { exportAutomations } from "../automation-files/export-automations.ts";
import { mapReferences } from "../automations/graph-references.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { thisForm } from "../forms/form.ts";
import { guard, guardFailed } from "../guard.ts";
import { agentFileOf } from "../import-export/agent-file.ts";
import { thisFlow } from "../wa-flows/flow.ts";
import { type InstallRow, readingInstalls, usedHere } from "./installs.ts";
import { countsOf, shelfSource } from "./offer.ts";

type Row = typeof marketplaceShelf.$inferSelect;
const thisOne = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(marketplaceShelf.enterpriseId, enterpriseId), eq(marketplaceShelf.id, id));

/** The columns that lists show; contents are large. */
const LISTED = {
  id: marketplaceShelf.id,
  kind: marketplaceShelf.kind,
  name: marketplaceShelf.name,
  note: marketplaceShelf.note,
  counts: marketplaceShelf.counts,
  sharedBy: marketplaceShelf.sharedBy,
  sharedAt: marketplaceShelf.sharedAt,
};

const onWire = (
  row: Omit<Row, "content" | "enterpriseId">,
  used: Awaited<ReturnType<typeof usedHere>>,
): ShelfEntry => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  note: row.note,
  counts: row.counts as ShelfEntry["counts"],
  by: row.sharedBy,
  at: iso(row.sharedAt),
  used: used.get(shelfSource(row.id)) ?? null,
});

/** All of the shelf, newest first. */
export async function listShelf(ctx: Ctx): Promise<ReplyOf<typeof listContract>> {
  const [rows, installs] = await ctx.db.batch([
    ctx.db
      .select(LISTED)
      .from(marketplaceShelf)
      .where(eq(marketplaceShelf.enterpriseId, ctx.enterpriseId))
      .orderBy(desc(marketplaceShelf.sharedAt), desc(marketplaceShelf.id))
      .limit(SHELF.most),
    readingInstalls(ctx),
  ]);
  const used = await usedHere(ctx, installs as InstallRow[]);
  return { things: rows.map((row) => onWire(row, used)) };
}

/** One with what it holds. Throws notFound. */
export async function shelvedOne(ctx: Ctx, id: string): Promise<ReplyOf<typeof getShelved>> {
  const [[row], installs] = await ctx.db.batch([
    ctx.db.select().from(marketplaceShelf).where(thisOne(ctx, id)).limit(1),
    readingInstalls(ctx, shelfSource(id)),
  ]);
  if (!row) throw new DomainError("notFound");
  return { ...onWire(row, await usedHere(ctx, installs as InstallRow[])), content: row.content };
}

/**
 * Puts a copy of a thing on the shelf, as its own export has it; forms that a journey asks are in it only `withForms`. Throws
 * notFound, and invalid for one that is too large.
 */
export async function addToShelf(
  ctx: Ctx,
  { kind, thingId, name, note }: InputOf<typeof addContract>["body"],
  withForms: boolean,
): Promise<ShelfEntry> {
  const { db, enterpriseId, actor, now, newId } = ctx;
  const id = newId();
  const content = await contentOf(ctx, { kind, thingId, withForms }, id);
  if (new TextEncoder().encode(JSON.stringify(content)).length > SHELF.bytes) {
    throw new DomainError("invalid", { message: texts.tooLarge, errors: { thingId: texts.tooLarge } });
  }
  const row: Row = {
    ...{ id, enterpriseId, kind, name, note, content },
    counts: countsOf(content),
    sharedBy: actor.name,
    sharedAt: now(),
  };
  try {
    await db.batch([
      guard(
        ctx,
        sql`(SELECT count(*) FROM marketplace_shelf WHERE enterprise_id = ${enterpriseId}) < ${SHELF.most}`,
      ),
      db.insert(marketplaceShelf).values(row),
      audited(ctx, { action: "create", kind: "shelf", object: row, after: { kind, name, note } }),
    ]);
  } catch (error) {
    const full = texts.shelfFull(SHELF.most);
    if (guardFailed(error)) throw new DomainError("invalid", { message: full, errors: { name: full } });
    throw error;
  }
  return onWire(row, new Map());
}

/** Which kind a thing of the shelf is, for who may take it down. Throws notFound. */
export async function shelvedKind(ctx: Ctx, id: string): Promise<{ kind: PackageKind; name: string }> {
  const [row] = await ctx.db
    .select({ kind: marketplaceShelf.kind, name: marketplaceShelf.name })
    .from(marketplaceShelf)
    .where(thisOne(ctx, id))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** Takes it down; what was installed from it stays. */
export async function removeFromShelf(ctx: Ctx, id: string, name: string): Promise<void> {
  await ctx.db.batch([
    ctx.db.delete(marketplaceShelf).where(thisOne(ctx, id)),
    audited(ctx, { action: "delete", kind: "shelf", object: { id, name }, before: { name } }),
  ]);
}

async function contentOf(
  ctx: Ctx,
  {
    kind,
    thingId,
    withForms,
  }: Pick<InputOf<typeof addContract>["body"], "kind" | "thingId"> & { withForms: boolean },
  shelfId: string,
): Promise<PackageContent> {
  const { db } = ctx;
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
    default:
      return kind satisfies never;
  }
}

/** Ids of a copy: an install from the shelf makes new ones, and must not find what the copy was made of. */
function renamed({ checksum: _checksum, ...file }: AutomationFile, shelfId: string): AutomationFile {
  const of = (list: readonly { id: string }[], sign: string) =>
    new Map(list.map(({ id }, at) => [id, `${shelfId}-${sign}${at}`]));
  const ids = { automation: of(file.automations, "a"), form: of(file.forms, "f") };
  return {
    ...file,
    automations: file.automations.map((each) => ({
      ...each,
      id: ids.automation.get(each.id) ?? each.id,
      folder: "",
      graph: mapReferences(each.graph, (kind, id) => (kind === "form" ? (ids.form.get(id) ?? id) : id)),
    })),
    forms: file.forms.map((each) => ({ ...each, id: ids.form.get(each.id) ?? each.id })),
  };
}
