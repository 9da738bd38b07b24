import { and, asc, eq, sql } from "drizzle-orm";
import { customerTaggings, customers, taggings } from "#db/tenant/customers.ts";
import type { Tagging } from "#workers/contract/endpoints/customer-taggings.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { audited } from "../audit.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { page } from "../page.ts";
import type { Ctx } from "../ctx.ts";

export type TaggingKind = "group" | "label";

const thisTagging = ({ enterpriseId }: Ctx, kind: TaggingKind, id: string) =>
  and(eq(taggings.enterpriseId, enterpriseId), eq(taggings.kind, kind), eq(taggings.id, id));

/** Counting stops here: the panel then says "and more". */
const MOST_COUNTED = 100_000;

/** Counts the customers with the tagging who are not in the trash, up to MOST_COUNTED. */
const size = sql<number>`(SELECT count(*) FROM (SELECT 1 FROM ${customerTaggings} m JOIN ${customers} c ON c.number = m.customer AND c.deleted_at IS NULL WHERE m.mark_id = ${sql.raw('"marks"."id"')} LIMIT ${MOST_COUNTED}))`;

/** Groups or labels by name, with how many customers each has. */
export async function listTaggings(
  { db, enterpriseId }: Ctx,
  kind: TaggingKind,
  { search, ...paging }: { search: string; from: number; perPage: number },
): Promise<{ taggings: Tagging[]; more: boolean }> {
  const { limit, offset, cut } = page(paging);
  const key = nameKey(search);
  const found = await db
    .select({ id: taggings.id, name: taggings.name, customers: size })
    .from(taggings)
    .where(
      and(
        eq(taggings.enterpriseId, enterpriseId),
        eq(taggings.kind, kind),
        key ? sql`instr(${taggings.nameKey}, ${key}) > 0` : undefined,
      ),
    )
    .orderBy(asc(taggings.nameKey), asc(taggings.id))
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  return { taggings: rows, more };
}

/** Creates a group or label (without `id`), or renames one; groupTaken or labelTaken for a name that exists already. */
export async function saveTagging(
  ctx: Ctx,
  kind: TaggingKind,
  { id, name }: { id?: string | undefined; name: string },
): Promise<Tagging> {
  const { db, enterpriseId, now, newId } = ctx;
  const before = id === undefined ? null : await taggingRow(ctx, kind, id);
  const taggingId = before?.id ?? newId();
  const at = now();
  const names = { name, nameKey: nameKey(name), updatedAt: at };
  await mapConflicts(
    db.batch([
      before
        ? db
            .update(taggings)
            .set(names)
            .where(thisTagging(ctx, kind, taggingId))
        : db.insert(taggings).values({ id: taggingId, enterpriseId, kind, ...names, createdAt: at }),
      audited(ctx, {
        action: before ? "update" : "create",
        kind,
        object: { id: taggingId, name },
        before: before && { name: before.name },
        after: { name },
      }),
    ]),
    { "marks.name_key": kind === "group" ? "groupTaken" : "labelTaken" },
  );
  return taggingRow(ctx, kind, taggingId);
}

/** Deletes a group or label; its customers stay. */
export async function removeTagging(ctx: Ctx, kind: TaggingKind, id: string): Promise<void> {
  const before = await taggingRow(ctx, kind, id);
  await ctx.db.batch([
    ctx.db.delete(taggings).where(thisTagging(ctx, kind, id)),
    audited(ctx, { action: "delete", kind, object: before, before }),
  ]);
}

async function taggingRow(ctx: Ctx, kind: TaggingKind, id: string): Promise<Tagging> {
  const [row] = await ctx.db
    .select({ id: taggings.id, name: taggings.name, customers: size })
    .from(taggings)
    .where(thisTagging(ctx, kind, id))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}
