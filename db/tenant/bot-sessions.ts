import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";
import type { Pending, TurnKind } from "#workers/contract/endpoints/bot-sessions.ts";

/** One session of a person with a bot; a gap of 30 minutes starts another. */
export const botSessions = sqliteTable(
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
    /** The intent that is being filled, or the intents that are offered, while the bot is asking; null otherwise. */
    pending: text("pending", { mode: "json" }).$type<Pending>(),
    /** Turns that an intent understood, and the last turn's intent: the history that reports need. */
    scoped: integer("scoped").notNull().default(0),
    lastIntentId: text("last_intent_id"),
  },
  (table) => [
    index("conversations_agent").on(table.enterpriseId, table.agentId, table.startedAt),
    index("conversations_sender").on(table.enterpriseId, table.agentId, table.senderId, table.lastAt),
  ],
);

/** Every turn, with the data that the conversation report needs. */
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
    /** `phrase` is the intent's nearest training phrase; older turns do not have it. */
    others: text("others", { mode: "json" })
      .$type<{ id: string; name: string; confidence: number; phrase?: string | null }[]>()
      .notNull(),
    /** Empty where the knowledge base answered for a bot that was never trained. */
    modelVersionId: text("model_version_id").notNull(),
    channel: text("channel").notNull(),
    /** The branch the turn took: see turnKinds in the contract. */
    kind: text("kind").$type<TurnKind>().notNull().default("answer"),
    emotion: text("emotion"),
    /** Sources of a knowledge answer. */
    sources: text("sources", { mode: "json" }).$type<string[]>(),
    /** Parameter name to value, as far as they were known after this turn. */
    parameters: text("parameters", { mode: "json" }).$type<Record<string, string>>(),
    /** Outcome of a person's review of a message that was not understood, and when it took place. */
    review: text("review", { enum: ["added", "ignored"] }),
    reviewedAt: integer("reviewed_at"),
    /** The intent chosen when the bot asked what this message meant; empty: none of those offered. */
    meantId: text("meant_id"),
    /** Understood with low confidence, by the threshold of that time. */
    weak: integer("weak", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    index("turns_intent").on(table.enterpriseId, table.agentId, table.intentId, table.at),
    index("turns_weak")
      .on(table.enterpriseId, table.agentId, table.at)
      .where(sql`weak = 1`),
    index("turns_unmatched")
      .on(table.enterpriseId, table.agentId, table.at)
      .where(sql`intent_id IS NULL AND review IS NULL`),
    index("turns_agent").on(table.enterpriseId, table.agentId, table.at),
    index("turns_conversation").on(table.enterpriseId, table.conversationId, table.at),
  ],
);
