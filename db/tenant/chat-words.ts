import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/**
 * Chats as the archive of conversations finds them, each with its number in `chats_fts`: what was said in it, and who took
 * part. The sweeper fills both some seconds after a chat changed; triggers take out what is deleted or erased at once.
 */
export const chatWords = sqliteTable(
  "chat_words",
  {
    /** Milliseconds of the chat's last message times 1,024, and its place among those of the same millisecond: later is higher. */
    number: integer("number").primaryKey(),
    ...tenant,
    chatId: text("chat_id").notNull(),
    /** The chat's revision and time of change when it was read: another one says that it is to be read again. */
    revision: integer("revision").notNull(),
    changedAt: integer("changed_at").notNull(),
    messages: integer("messages").notNull(),
    /** Ids as JSON: bots and journeys that spoke in it, and people who answered or have it. */
    bots: text("bots").notNull(),
    journeys: text("journeys").notNull(),
    agents: text("agents").notNull(),
  },
  (table) => [
    uniqueIndex("chat_words_chat").on(table.chatId),
    // How far the sweeper has come.
    index("chat_words_changed").on(table.changedAt),
  ],
);
