import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/**
 * Addresses to which a broadcast's short links lead. A code names the link by its number and the recipient by theirs, so
 * nobody has a row of their own.
 */
export const links = sqliteTable(
  "links",
  {
    n: integer("n").primaryKey({ autoIncrement: true }),
    ...tenant,
    broadcastId: text("broadcast_id").notNull(),
    /** Among the broadcast's links, from 0: the bit that says who has opened it. */
    place: integer("place").notNull(),
    url: text("url").notNull(),
    /** Under which its codes are made: nobody guesses another recipient's, and no rotation of a key ends them. */
    key: text("key").notNull(),
    /** Whether clicks are counted, or it only leads there. */
    isCounted: integer("is_counted", { mode: "boolean" }).notNull(),
    people: integer("people").notNull().default(0),
    clicks: integer("clicks").notNull().default(0),
    /** It leads nowhere after that. */
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [uniqueIndex("links_url").on(table.enterpriseId, table.broadcastId, table.url)],
);
