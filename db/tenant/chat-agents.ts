import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/**
 * People who can be offered a chat without a colleague's asking: a copy of the directory, since a chat is given in a
 * transaction of this database. A task keeps it as the directory is.
 */
export const chatAgents = sqliteTable(
  "chat_agents",
  {
    ...tenant,
    userId: text("user_id").notNull(),
    name: text("name").notNull(),
    /** Online by their own word and not gone without another, active, and allowed to answer chats. */
    atHand: integer("at_hand", { mode: "boolean" }).notNull(),
    /** When a chat was last offered to them by itself; who waits longest for one is next. */
    offeredAt: integer("offered_at").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.userId] })],
);
