import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/**
 * Aggregates that reports read instead of the turns, updated in the batch that writes a turn
 * (workers/domain/reports/count-turn.ts). Times are UTC.
 */
const ofAgent = { ...tenant, agentId: text("agent_id").notNull() };
const count = (name: string) => integer(name).notNull().default(0);

/**
 * Sums in rows of two lengths (`grain`): quarters of an hour, from which the days of every time zone can be summed, and
 * whole days, so that a year is 365 rows plus the quarters at its edges. `at` is the start of the row's time.
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
    /** Answered by the question which intent was meant: neither understood nor not. */
    offered: count("offered"),
    positive: count("positive"),
    negative: count("negative"),
    ambiguous: count("ambiguous"),
    neutral: count("neutral"),
    /** Of the conversations that began then: their number, their messages, and the messages of the longest. */
    conversations: count("conversations"),
    messages: count("messages"),
    longest: count("longest"),
    /**
     * Change in the number of people "coming": those who write within the 24 hours after a moment. The running total up
     * to the moment at which a day begins is the number of people active on that day.
     */
    coming: count("coming"),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.agentId, table.grain, table.at] })],
);

/** Class of a conversation: every message was understood, some, or none. */
export const conversationClasses = ["understood", "partly", "notUnderstood"] as const;
export type ConversationClass = (typeof conversationClasses)[number];

export const reportCountKinds = ["intent", "emotion", "outcome", "flow", "class"] as const;

/**
 * Counts per day (UTC) of an intent, an emotion, a kind of turn, a step from one intent to the next (`from>to`, see
 * flowKey) or a conversation's class. If a range begins or ends within a day, the turns are read.
 */
export const reportDays = sqliteTable(
  "report_days",
  {
    ...ofAgent,
    kind: text("kind", { enum: reportCountKinds }).notNull(),
    at: integer("at").notNull(),
    key: text("key").notNull(),
    /** Its name at the time, if the key is an id. */
    name: text("name").notNull().default(""),
    count: count("count"),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.agentId, table.kind, table.at, table.key] })],
);
