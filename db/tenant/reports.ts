import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/**
 * What reports read instead of the turns, added up in the batch that writes a turn (workers/domain/reports/count-turn.ts).
 * `at` is where a quarter of an hour begins, UTC: every time zone's days are made of whole ones.
 */
const ofAgent = { ...tenant, agentId: text("agent_id").notNull() };
const count = (name: string) => integer(name).notNull().default(0);

export const reportQuarters = sqliteTable(
  "report_quarters",
  {
    ...ofAgent,
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
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.agentId, table.at] })],
);

/** How a conversation went: every message was understood, some, or none. */
export const conversationClasses = ["understood", "partly", "notUnderstood"] as const;
export type ConversationClass = (typeof conversationClasses)[number];

export const reportCountKinds = ["intent", "emotion", "outcome", "flow", "class"] as const;

/**
 * How often a thing was counted: an intent, an emotion, a kind of turn, a step from one intent to the next
 * (`from>to`, see flowKey), a conversation's class. `grain` says how long the row's time is: quarters for the ends of a
 * range, whole days (UTC) for all between.
 */
export const reportCounts = sqliteTable(
  "report_counts",
  {
    ...ofAgent,
    kind: text("kind", { enum: reportCountKinds }).notNull(),
    grain: integer("grain").notNull(),
    at: integer("at").notNull(),
    key: text("key").notNull(),
    /** What it was called then, where a key is an id. */
    name: text("name").notNull().default(""),
    count: count("count"),
  },
  (table) => [
    primaryKey({
      columns: [table.enterpriseId, table.agentId, table.kind, table.grain, table.at, table.key],
    }),
  ],
);

/**
 * Turns that are their sender's first in a quarter, by the quarter in which he had written before (0: more than a day
 * ago, or never). The people active from `s` to `e` are the turns within that had nothing before them since `s`.
 */
export const reportReturns = sqliteTable(
  "report_returns",
  { ...ofAgent, at: integer("at").notNull(), before: integer("before").notNull(), count: count("count") },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.agentId, table.at, table.before] })],
);
