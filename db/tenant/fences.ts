import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";

/**
 * Enterprises that are on their way from or into this database: what looks for work over all enterprises passes them over.
 * `leaving` is still theirs and takes no writes; `arriving` is not theirs yet, and `left` no longer.
 */
export const fences = sqliteTable("fences", {
  enterpriseId: text("enterprise_id").$type<EnterpriseId>().primaryKey(),
  side: text("side", { enum: ["leaving", "arriving", "left"] }).notNull(),
  at: integer("at").notNull(),
});

/**
 * Calls from outside that were kept while their enterprise moved and have been made since, where making one twice would count
 * twice: written with what the call does, and gone with the move's end.
 */
export const keptCalls = sqliteTable("kept_calls", { ...tenant, call: text("call").notNull() }, (table) => [
  primaryKey({ columns: [table.enterpriseId, table.call] }),
]);
