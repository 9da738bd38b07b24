import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { ChatRules } from "#workers/contract/chat-rules.ts";

/** How an enterprise answers chats; `id` is the enterprise's. */
export const chatRules = sqliteTable("chat_rules", {
  ...id,
  ...tenant,
  rules: text("rules", { mode: "json" }).$type<ChatRules>().notNull(),
  /** From `rules`, for the statements that set a timer: milliseconds; null: nobody is missed. */
  pickUpMs: integer("pick_up_ms"),
  ...edited,
  ...timestamps,
});
