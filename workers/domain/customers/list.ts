import { desc, sql } from "drizzle-orm";
import { customers } from "#db/tenant/customers.ts";
import type {
  countCustomers as counting,
  listCustomers as contract,
} from "#workers/contract/endpoints/customers.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { page } from "../page.ts";
import type { Ctx } from "../ctx.ts";
import { liveFields } from "./live-fields.ts";
import { type Filter, matching, type Window } from "./matching.ts";

/** Returns a page of the matching customers, the newest first, with a column for each of the enterprise's fields. */
export async function listCustomers(
  ctx: Ctx,
  { from, perPage, ...filter }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page({ from, perPage });
  const numbers = await matching(ctx, filter);
  const { id, name, phone, data, number } = customers;
  const [found, fields] = await ctx.db.batch([
    ctx.db
      .select({ id, name, phone, data })
      .from(customers)
      .where(sql`${number} IN (${numbers({ limit, offset })})`)
      .orderBy(desc(number)),
    liveFields(ctx),
  ]);
  const { rows, more } = cut(found);
  return {
    customers: {
      customers: rows.map((row) => ({
        id: row.id,
        name: row.name,
        phoneNumber: row.phone,
        details: fields.map((field) => row.data[field.id] ?? ""),
      })),
      hasMore: more,
      headers: fields.map((field) => ({ id: field.id, name: field.fieldLabel })),
    },
  };
}

/** Counts the matching customers, up to `atMost` only: counting all of a million takes a while. */
export async function countCustomers(
  ctx: Ctx,
  { atMost, ...filter }: InputOf<typeof counting>["query"],
): Promise<ReplyOf<typeof counting>> {
  const limit = atMost === undefined ? {} : { limit: atMost + 1 };
  const count = await countMatching(ctx, filter, limit);
  return atMost !== undefined && count > atMost ? { count: atMost, more: true } : { count, more: false };
}

/** Counts the matching customers within this window. */
export async function countMatching(
  ctx: Ctx,
  filter: Filter,
  { limit = -1, ...window }: Partial<Window> = {},
): Promise<number> {
  const numbers = await matching(ctx, filter);
  const [row] = await ctx.db.values<[number]>(sql`SELECT count(*) FROM (${numbers({ limit, ...window })})`);
  return row?.[0] ?? 0;
}
