import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/**
 * Work that a message makes necessary and that waits for something outside the database, such as a bot's answer: written
 * by the lane's page, worked after it, in order for one identity and side by side for many.
 */
export const messageTurns = sqliteTable(
  "message_turns",
  {
    n: integer("n").primaryKey({ autoIncrement: true }),
    ...tenant,
    channelId: text("channel_id").notNull(),
    identityId: text("identity_id").notNull(),
    chatId: text("chat_id").notNull(),
    messageId: text("message_id").notNull(),
    botId: text("bot_id").notNull(),
    /** `dropped`: somebody picked the chat up first, so the answer was not sent. */
    state: text("state", { enum: ["waiting", "done", "dropped", "failed"] }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    failure: text("failure"),
    at: integer("at").notNull(),
  },
  (table) => [
    uniqueIndex("message_turns_message").on(table.enterpriseId, table.messageId),
    index("message_turns_identity")
      .on(table.identityId, table.n)
      .where(sql`state = 'waiting'`),
    index("message_turns_waiting")
      .on(table.channelId, table.n)
      .where(sql`state = 'waiting'`),
  ],
);
