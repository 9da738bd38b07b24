import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
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
