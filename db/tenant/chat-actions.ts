import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";
import type { ChatActionCode } from "#workers/contract/chat-states.ts";

/** Actions of people in chats, and notes for colleagues, by them or by a journey that hands over: nothing of it ever leaves. */
export const chatActions = sqliteTable(
  "chat_actions",
  {
    /** The client's, so that what is asked twice is done once. */
    ...id,
    ...tenant,
    chatId: text("chat_id").notNull(),
    /** Place in the chat, among its messages. */
    seq: integer("seq").notNull(),
    type: integer("type").$type<ChatActionCode>().notNull(),
    byId: text("by_id").notNull(),
    /** Their name then: people are in the other database. */
    byName: text("by_name").notNull(),
    /** Name of the department that it was transferred to. */
    to: text("to").notNull().default(""),
    text: text("text").notNull().default(""),
    /** Colleagues whom a note names: their ids and names as JSON. */
    mentions: text("mentions").notNull().default("[]"),
    at: integer("at").notNull(),
  },
  (table) => [uniqueIndex("chat_actions_place").on(table.enterpriseId, table.chatId, table.seq)],
);
