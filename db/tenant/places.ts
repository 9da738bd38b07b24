import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";

/**
 * Who is at dear work (a large download) now: a row each, until it ends. Whoever is gone without a word leaves a row
 * that no longer counts from `until` on.
 */
export const places = sqliteTable(
  "places",
  { ...id, ...tenant, kind: text("kind").notNull(), until: integer("until").notNull() },
  (table) => [index("places_taken").on(table.enterpriseId, table.kind, table.until)],
);
