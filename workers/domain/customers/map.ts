import { and, eq, sql } from "drizzle-orm";
import { customersTexts } from "#texts/customers.ts";
import { customerTaggings, taggings } from "#db/tenant/customers.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import type { Ctx } from "../ctx.ts";
import type { TaggingKind } from "./taggings.ts";
import { numbersOf } from "./customer.ts";
import { noted } from "./tagging-changes.ts";
import { listed } from "./matching.ts";

/**
 * Adds taggings of one kind to the named customers, or removes them; returns the number of pairs changed, and the name by
 * which `undoBulkJob` undoes it. Ids of another enterprise are treated as missing.
 */
export async function mapTaggings(
  ctx: Ctx,
  kind: TaggingKind,
  {
    markIds,
    customerIds,
    remove,
  }: { markIds: readonly string[]; customerIds: readonly string[]; remove: boolean },
): Promise<{ changed: number; work: string }> {
  const names = await refuseUnknownTaggings(ctx, markIds, kind);
  const named = numbersOf(ctx, customerIds);
  const work = ctx.newId();
  const [, rows] = await ctx.db.batch([
    noted(ctx, work, { markIds, numbers: named, taken: remove }),
    remove ? untagged(ctx, markIds, named) : tagged(ctx, markIds, named),
    audited(ctx, {
      action: "update",
      kind,
      object: { id: markIds[0] ?? "", name: names.join(", ") },
      after: { customers: customerIds.length, taken: remove },
    }),
  ]);
  return { changed: rows.length, work };
}

/**
 * Throws notFound unless all of these taggings belong to the enterprise (and to this kind, if one is given); returns their
 * names.
 */
export async function refuseUnknownTaggings(
  { db, enterpriseId }: Ctx,
  markIds: readonly string[],
  kind?: TaggingKind,
): Promise<string[]> {
  const known = await db
    .select({ name: taggings.name })
    .from(taggings)
    .where(
      and(
        eq(taggings.enterpriseId, enterpriseId),
        kind && eq(taggings.kind, kind),
        sql`${taggings.id} IN ${listed(markIds)}`,
      ),
    );
  if (known.length !== new Set(markIds).size) {
    throw new DomainError("notFound", { message: customersTexts.unknownTagging });
  }
  return known.map(({ name }) => name);
}

/** A statement that adds taggings to the customers whose numbers the subquery gives. */
export const tagged = (
  { db, enterpriseId }: Ctx,
  markIds: readonly string[],
  numbers: ReturnType<typeof sql>,
) =>
  db
    .insert(customerTaggings)
    .select(
      sql`SELECT ${enterpriseId}, j.value, n.number FROM (${numbers}) n, json_each(${JSON.stringify([...new Set(markIds)])}) j WHERE true ON CONFLICT DO NOTHING`,
    )
    .returning({ customer: customerTaggings.customer });

/** A statement that removes taggings from them. */
export const untagged = (
  { db, enterpriseId }: Ctx,
  markIds: readonly string[],
  numbers: ReturnType<typeof sql>,
) =>
  db
    .delete(customerTaggings)
    .where(
      and(
        eq(customerTaggings.enterpriseId, enterpriseId),
        sql`${customerTaggings.taggingId} IN ${listed(markIds)}`,
        sql`${customerTaggings.customer} IN (${numbers})`,
      ),
    )
    .returning({ customer: customerTaggings.customer });
