import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/**
 * Where a chat was when a live event last told of it, for as long as none has told where it is now: within one transaction.
 * Triggers on `chats` and `live_events` keep it, so that no writer can forget.
 */
export const formerPlaces = sqliteTable("former_places", {
  chatId: text("chat_id").primaryKey(),
  ...tenant,
  /** State, handler, department, people and time of the last message as JSON; null where the chat has just begun. */
  place: text("place"),
});
