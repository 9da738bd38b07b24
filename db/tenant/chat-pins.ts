import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/** Chats that somebody keeps on top of their own lists. */
export const chatPins = sqliteTable(
  "chat_pins",
  {
    ...tenant,
    chatId: text("chat_id").notNull(),
    userId: text("user_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.chatId, table.userId] })],
);
