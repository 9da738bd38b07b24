import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";

/** One session of somebody with an agent; a gap of 30 minutes starts another. */
export const conversations = sqliteTable(
  "conversations",
  {
    ...id,
    ...tenant,
    agentId: text("agent_id").notNull(),
    channel: text("channel").notNull(),
    senderId: text("sender_id").notNull(),
    startedAt: integer("started_at").notNull(),
    lastAt: integer("last_at").notNull(),
    turns: integer("turns").notNull(),
  },
  (table) => [index("conversations_agent").on(table.enterpriseId, table.agentId, table.startedAt)],
);

/** Every turn, with what the conversation report needs. */
export const turns = sqliteTable(
  "turns",
  {
    ...id,
    ...tenant,
    agentId: text("agent_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    at: integer("at").notNull(),
    text: text("text").notNull(),
    /** The intent that won above the threshold; null when out of scope. */
    intentId: text("intent_id"),
    intentName: text("intent_name"),
    confidence: real("confidence").notNull(),
    nearestPhrase: text("nearest_phrase"),
    answer: text("answer").notNull(),
    others: text("others", { mode: "json" })
      .$type<{ id: string; name: string; confidence: number }[]>()
      .notNull(),
    modelVersionId: text("model_version_id").notNull(),
    channel: text("channel").notNull(),
  },
  (table) => [
    index("turns_agent").on(table.enterpriseId, table.agentId, table.at),
    index("turns_conversation").on(table.enterpriseId, table.conversationId, table.at),
  ],
);
