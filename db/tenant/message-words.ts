import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/**
 * Messages that have words, each with its number in `messages_fts`, the index by which they are found. Triggers on
 * `messages` keep both: later messages have higher numbers, so hits come newest first without being sorted.
 */
export const messageWords = sqliteTable(
  "message_words",
  {
    number: integer("number").primaryKey({ autoIncrement: true }),
    ...tenant,
    messageId: text("message_id").notNull(),
  },
  (table) => [uniqueIndex("message_words_message").on(table.messageId)],
);
