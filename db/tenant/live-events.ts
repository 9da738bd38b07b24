import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";
import type { Addressed } from "#workers/contract/socket.ts";

/**
 * Events for the sockets of an enterprise, written in the transaction of the change. One database has one writer, so
 * the numbers are the order of the changes; they are never used again, and an enterprise's have holes.
 */
export const liveEvents = sqliteTable(
  "live_events",
  {
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    ...tenant,
    /** The enterprise's number before this one: whoever has not seen that lacks something. */
    before: integer("before").notNull(),
    to: text("to", { mode: "json" }).$type<Addressed>().notNull(),
    body: text("body").notNull(),
    /** Unique name of the cause, for a writer that may run twice. */
    cause: text("cause"),
    at: integer("at").notNull(),
  },
  (table) => [
    index("live_events_enterprise").on(table.enterpriseId, table.seq),
    uniqueIndex("live_events_cause")
      .on(table.enterpriseId, table.cause)
      .where(sql`cause IS NOT NULL`),
    index("live_events_at").on(table.at),
  ],
);
