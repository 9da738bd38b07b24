import { and, desc, eq, sql } from "drizzle-orm";
import { marketplaceShelf } from "#db/tenant/marketplace.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import {
  type addToShelf as addContract,
  type getShelved,
  type listShelf as listContract,
  SHELF,
  type ShelfEntry,
} from "#workers/contract/endpoints/marketplace.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { PackageKind } from "#workers/contract/marketplace/kinds.ts";
import { audited } from "../audit.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { type InstallRow, readingInstalls, usedHere } from "./installs.ts";
import { countsOf, shelfSource } from "./offer.ts";
import { sharedContent } from "./shared-content.ts";

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
  version: marketplaceShelf.version,
  things: marketplaceShelf.things,
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
  version: row.version,
  things: row.things,
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
 * Puts a copy of a thing on the shelf, as its own export has it; forms that a journey asks are in it only `withForms`. With
 * `replaces` it is the next version of what is there: an install of the one before is offered it. Throws notFound, invalid for
 * one that is too large, and changedMeanwhile where somebody was faster.
 */
export async function addToShelf(
  ctx: Ctx,
  { kind, thingId, thingIds, replaces, name, note }: InputOf<typeof addContract>["body"],
  withForms: boolean,
): Promise<ShelfEntry> {
  const { db, enterpriseId, actor, now, newId } = ctx;
  const id = replaces ?? newId();
  const things = kind === "templates" ? [...new Set(thingIds)] : thingId === undefined ? [] : [thingId];
  const [content, before] = await Promise.all([
    sharedContent(ctx, { kind, things, withForms }, id),
    replaces === undefined ? undefined : replacedOne(ctx, replaces, kind),
  ]);
  if (new TextEncoder().encode(JSON.stringify(content)).length > SHELF.bytes) {
    throw new DomainError("invalid", { message: texts.tooLarge, errors: { thingId: texts.tooLarge } });
  }
  const row: Row = {
    ...{ id, enterpriseId, kind, name, note, content, things },
    counts: countsOf(content),
    sharedBy: actor.name,
    sharedAt: now(),
    version: (before?.version ?? 0) + 1,
  };
  const audit = { kind: "shelf", object: row, after: { kind, name, note } } as const;
  try {
    await (before
      ? db.batch([
          guard(
            ctx,
            sql`(SELECT version FROM marketplace_shelf WHERE enterprise_id = ${enterpriseId} AND id = ${id}) = ${before.version}`,
          ),
          db.update(marketplaceShelf).set(row).where(thisOne(ctx, id)),
          audited(ctx, { action: "update", ...audit, before: { name: before.name } }),
        ])
      : db.batch([
          guard(
            ctx,
            sql`(SELECT count(*) FROM marketplace_shelf WHERE enterprise_id = ${enterpriseId}) < ${SHELF.most}`,
          ),
          db.insert(marketplaceShelf).values(row),
          audited(ctx, { action: "create", ...audit }),
        ]));
  } catch (error) {
    if (!guardFailed(error)) throw error;
    if (before)
      throw new DomainError("changedMeanwhile", {
        message: texts.otherVersion,
        errors: { replaces: texts.otherVersion },
      });
    const full = texts.shelfFull(SHELF.most);
    throw new DomainError("invalid", { message: full, errors: { name: full } });
  }
  return onWire(row, before?.used ?? new Map());
}

/** The thing of the shelf of which another version is shared. Throws notFound, also for one of another kind. */
async function replacedOne(ctx: Ctx, id: string, kind: PackageKind) {
  const [[row], installs] = await ctx.db.batch([
    ctx.db.select(LISTED).from(marketplaceShelf).where(thisOne(ctx, id)).limit(1),
    readingInstalls(ctx, shelfSource(id)),
  ]);
  if (row?.kind !== kind) throw new DomainError("notFound");
  return { ...row, used: await usedHere(ctx, installs as InstallRow[]) };
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
