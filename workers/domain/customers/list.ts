import { asc, desc, sql } from "drizzle-orm";
import { customers, customerTaggings, taggings } from "#db/tenant/customers.ts";
import {
  type countCustomers as counting,
  type listCustomers as contract,
  ROW_TAGGINGS,
} from "#workers/contract/endpoints/customers.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { page } from "../page.ts";
import { type Ctx, iso } from "../ctx.ts";
import { liveFields } from "./live-fields.ts";
import { type Filter, matching, type Window } from "./matching.ts";
import { readablePhone } from "./phone.ts";

/** The names of a customer's groups or labels, by name: one more than a row shows tells that there are others. */
const namesOf = (kind: "group" | "label") =>
  sql<string>`(SELECT json_group_array(n.name) FROM (SELECT g.name FROM ${customerTaggings} m JOIN ${taggings} g ON g.id = m.mark_id
    WHERE m.customer = ${sql.raw("customers.number")} AND g.kind = ${kind} ORDER BY g.name_key LIMIT ${ROW_TAGGINGS + 1}) n)`.as(
    kind,
  );

const taggingsOf = (names: string) => {
  const all = JSON.parse(names) as string[];
  return { names: all.slice(0, ROW_TAGGINGS), more: all.length > ROW_TAGGINGS };
};

const { id, name, nameKey, phone, data, number, createdAt } = customers;
const orders = {
  newest: [desc(number)],
  oldest: [asc(number)],
  name: [asc(nameKey), asc(number)],
  nameDown: [desc(nameKey), desc(number)],
} as const;

/** Returns a page of the matching customers, with a column for each of the enterprise's fields. */
export async function listCustomers(
  ctx: Ctx,
  { from, perPage, order, ...filter }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page({ from, perPage });
  const numbers = await matching(ctx, filter, order);
  const [found, fields] = await ctx.db.batch([
    ctx.db
      .select({ id, name, phone, data, createdAt, groups: namesOf("group"), tags: namesOf("label") })
      .from(customers)
      .where(sql`${number} IN (${numbers({ limit, offset })})`)
      .orderBy(...orders[order]),
    liveFields(ctx),
  ]);
  const { rows, more } = cut(found);
  return {
    customers: {
      customers: rows.map((row) => ({
        id: row.id,
        name: row.name,
        phoneNumber: row.phone,
        phoneShown: readablePhone(row.phone),
        createdAt: iso(row.createdAt),
        groups: taggingsOf(row.groups),
        tags: taggingsOf(row.tags),
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
