import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";

/**
 * Semaphore for expensive work (a large download): a row per holder, until it ends. A holder that disappeared leaves a
 * row that no longer counts from `until` on.
 */
export const downloadSlots = sqliteTable(
  "places",
  { ...id, ...tenant, kind: text("kind").notNull(), until: integer("until").notNull() },
  (table) => [index("places_taken").on(table.enterpriseId, table.kind, table.until)],
);
