import { and, asc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { customerTaggings, customers, taggings } from "#db/tenant/customers.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { DomainError } from "../error.ts";
import { iso, type Ctx } from "../ctx.ts";

export type CustomerRecord = typeof customers.$inferSelect;

/** Where-clause for one customer of this enterprise who is not deleted. */
export const thisCustomer = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(customers.enterpriseId, enterpriseId), eq(customers.id, id), isNull(customers.deletedAt));

/** Where-clause for one customer of this enterprise, including those in the trash. */
export const anyCustomer = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(customers.enterpriseId, enterpriseId), eq(customers.id, id));

/** Returns the row of a customer, in the trash or not; notFound for any other id. */
export async function anyCustomerRecord(ctx: Ctx, id: string): Promise<CustomerRecord> {
  const [row] = await ctx.db.select().from(customers).where(anyCustomer(ctx, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/**
 * A subquery of the numbers of customers by their ids, outside the trash or, with `inTrash`, in it. CROSS JOIN fixes
 * the join order: SQLite would otherwise scan all customers of the enterprise and look each up in the list.
 */
export const numbersOf = ({ enterpriseId }: Ctx, ids: readonly string[], inTrash = false): SQL =>
  sql`SELECT c.number FROM json_each(${JSON.stringify([...new Set(ids)])}) e CROSS JOIN ${customers} c ON c.id = e.value
    WHERE c.enterprise_id = ${enterpriseId} AND c.deleted_at IS ${inTrash ? sql`NOT NULL` : sql`NULL`}`;

/** Condition on a deleted customer who is to be restored: nobody else has that number by now. */
export const unowned = ({ enterpriseId }: Ctx): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${customers} o WHERE o.enterprise_id = ${enterpriseId} AND o.phone = ${sql.raw('"customers"."phone"')} AND o.deleted_at IS NULL)`;

/** Returns the customer's row; notFound when it does not exist, is deleted, or belongs to another enterprise. */
export async function customerRecord(ctx: Ctx, id: string): Promise<CustomerRecord> {
  const [row] = await ctx.db.select().from(customers).where(thisCustomer(ctx, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** Returns one customer with groups and labels, in wire format. */
export async function getCustomer(ctx: Ctx, id: string): Promise<{ customer: Customer }> {
  return customerOf(await ctx.db.batch(readingCustomer(ctx, id)));
}

/** The two statements that read one customer with groups and labels, for a batch. */
export const readingCustomer = (ctx: Ctx, id: string) =>
  [
    ctx.db.select().from(customers).where(thisCustomer(ctx, id)).limit(1),
    taggingsOf(ctx, sql`(SELECT number FROM ${customers} WHERE ${thisCustomer(ctx, id)})`),
  ] as const;

export type CustomerRead = readonly [
  CustomerRecord[],
  { id: string; kind: "group" | "label"; name: string }[],
];

/** One customer in wire format, from what these statements read; notFound when nobody was there. */
export function customerOf([[row], his]: CustomerRead): { customer: Customer } {
  if (!row) throw new DomainError("notFound");
  const named = (kind: "group" | "label") =>
    his
      .filter((tagging) => tagging.kind === kind)
      .map(({ id: taggingId, name }) => ({ id: taggingId, name }));
  return {
    customer: {
      id: row.id,
      name: row.name,
      phoneNumber: row.phone,
      phoneTyped: row.phoneTyped,
      whatsAppNumber: row.whatsapp,
      facebookId: row.facebookId,
      instaId: row.instaId,
      twitterId: row.twitterId,
      data: Object.entries(row.data).map(([fieldId, value]) => ({ id: fieldId, value })),
      groups: named("group"),
      tags: named("label"),
      createdAt: iso(row.createdAt),
      updatedAt: iso(row.updatedAt),
      updatedBy: row.updatedBy,
      revision: row.revision,
    },
  };
}

/** A customer's groups and labels by name. */
export const taggingsOf = ({ db, enterpriseId }: Ctx, number: number | SQL) =>
  db
    .select({ id: taggings.id, kind: taggings.kind, name: taggings.name })
    .from(customerTaggings)
    .innerJoin(taggings, eq(taggings.id, customerTaggings.taggingId))
    .where(and(eq(customerTaggings.enterpriseId, enterpriseId), eq(customerTaggings.customer, number)))
    .orderBy(asc(taggings.nameKey));
