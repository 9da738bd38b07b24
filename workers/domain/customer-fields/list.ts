import { sql } from "drizzle-orm";
import { customers } from "#db/tenant/customers.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import { liveFields } from "../customers/live-fields.ts";
import type { Ctx } from "../ctx.ts";
import { builtInFields, fieldOnWire, fieldRow, hasData, present } from "./field.ts";

/** The list must not read a million customers: it checks only this many of the newest for values. */
const LOOKED_AT = 200;

/** The definitions in their order, the built-in ones first. */
export async function listFields(ctx: Ctx): Promise<{ inputFieldDefinitions: CustomerField[] }> {
  const { db } = ctx;
  const newest = db
    .select({ data: customers.data })
    .from(customers)
    .where(present(ctx))
    .orderBy(sql`${customers.number} DESC`)
    .limit(LOOKED_AT);
  const [rows, used] = await db.batch([
    liveFields(ctx),
    db.selectDistinct({ id: sql<string>`key` }).from(sql`(${newest}) AS newest, json_each(newest.data)`),
  ]);
  const withData = new Set(used.map(({ id }) => id));
  return {
    inputFieldDefinitions: [...builtInFields, ...rows.map((row) => fieldOnWire(row, withData.has(row.id)))],
  };
}

/** Returns one definition, built in or not; here the check for values is exact. */
export async function getField(ctx: Ctx, id: string): Promise<{ inputFieldDefinition: CustomerField }> {
  const fixed = builtInFields.find(({ _id }) => _id === id);
  if (fixed) return { inputFieldDefinition: fixed };
  return { inputFieldDefinition: fieldOnWire(await fieldRow(ctx, id), await hasData(ctx, id)) };
}
