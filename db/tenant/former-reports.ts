import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/**
 * Tables in which the previous release counted. Emptied by migration 0008 and kept only because that release still
 * writes to them while it is being replaced: the next release removes them from here and drops them.
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
    conversations: count("conversations"),
    messages: count("messages"),
    longest: count("longest"),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.agentId, table.at] })],
);

export const reportCounts = sqliteTable(
  "report_counts",
  {
    ...ofAgent,
    kind: text("kind").notNull(),
    grain: integer("grain").notNull(),
    at: integer("at").notNull(),
    key: text("key").notNull(),
    name: text("name").notNull().default(""),
    count: count("count"),
  },
  (table) => [
    primaryKey({
      columns: [table.enterpriseId, table.agentId, table.kind, table.grain, table.at, table.key],
    }),
  ],
);

export const reportReturns = sqliteTable(
  "report_returns",
  { ...ofAgent, at: integer("at").notNull(), before: integer("before").notNull(), count: count("count") },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.agentId, table.at, table.before] })],
);
