import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/**
 * What reports read instead of the turns, added up in the batch that writes a turn (workers/domain/reports/count-turn.ts).
 * Times are UTC.
 */
const ofAgent = { ...tenant, agentId: text("agent_id").notNull() };
const count = (name: string) => integer(name).notNull().default(0);

/**
 * What is added up over time, in rows of two lengths (`grain`): quarters of an hour, of which every zone's days are
 * made, and whole days, so that a year is 365 rows and the quarters where the reader's days begin. `at` is where the
 * row's time begins.
 */
export const reportSums = sqliteTable(
  "report_sums",
  {
    ...ofAgent,
    grain: integer("grain").notNull(),
    at: integer("at").notNull(),
    turns: count("turns"),
    scoped: count("scoped"),
    weak: count("weak"),
    positive: count("positive"),
    negative: count("negative"),
    ambiguous: count("ambiguous"),
    neutral: count("neutral"),
    /** Of the conversations that began then: how many, their messages, and the messages of the longest. */
    conversations: count("conversations"),
    messages: count("messages"),
    longest: count("longest"),
    /**
     * By how much the people "coming" change then: those who write within the 24 hours from a moment on. Added up to the
     * moment at which a day begins, it is the people active on that day.
     */
    coming: count("coming"),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.agentId, table.grain, table.at] })],
);

/** How a conversation went: every message was understood, some, or none. */
export const conversationClasses = ["understood", "partly", "notUnderstood"] as const;
export type ConversationClass = (typeof conversationClasses)[number];

export const reportCountKinds = ["intent", "emotion", "outcome", "flow", "class"] as const;

/**
 * How often a thing was counted on a day (UTC): an intent, an emotion, a kind of turn, a step from one intent to the next
 * (`from>to`, see flowKey), a conversation's class. Where a range begins or ends within a day, the turns are read.
 */
export const reportDays = sqliteTable(
  "report_days",
  {
    ...ofAgent,
    kind: text("kind", { enum: reportCountKinds }).notNull(),
    at: integer("at").notNull(),
    key: text("key").notNull(),
    /** What it was called then, where a key is an id. */
    name: text("name").notNull().default(""),
    count: count("count"),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.agentId, table.kind, table.at, table.key] })],
);
