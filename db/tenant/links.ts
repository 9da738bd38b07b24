import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
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

/**
 * Addresses in a message whose click a run waits for. Each has a row of its own, since it may be one person's alone, and goes
 * with them.
 */
export const runLinks = sqliteTable(
  "run_links",
  {
    token: text("token").primaryKey(),
    ...tenant,
    identityId: text("identity_id").notNull(),
    /** Of the effect that said it. */
    key: text("key").notNull(),
    url: text("url").notNull(),
    /** The first time that a person opened it. */
    clickedAt: integer("clicked_at"),
    createdAt: integer("created_at").notNull(),
    /** It leads nowhere after that, and goes. */
    until: integer("until").notNull(),
  },
  (table) => [
    index("run_links_key").on(table.enterpriseId, table.key),
    index("run_links_identity").on(table.enterpriseId, table.identityId),
    index("run_links_until").on(table.enterpriseId, table.until),
  ],
);
