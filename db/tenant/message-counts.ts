import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/** Chats by department, handler and state ('' for none). Triggers on `chats` keep it, so that no writer can forget. */
export const chatCounts = sqliteTable(
  "chat_counts",
  {
    ...tenant,
    departmentId: text("department_id").notNull(),
    handler: text("handler").notNull(),
    state: integer("state").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.departmentId, table.handler, table.state] })],
);

/**
 * Messages by the hour in which each was made, and facts about them, each counted in that hour when it first becomes
 * true: counting anew gives the same. Triggers on `messages` keep it; erasing somebody takes nothing from it.
 */
export const messageHours = sqliteTable(
  "message_hours",
  {
    ...tenant,
    channelId: text("channel_id").notNull(),
    /** Hours since 1970, UTC. */
    hour: integer("hour").notNull(),
    direction: text("direction", { enum: ["in", "out"] }).notNull(),
    /** `made`, or a status that became true. */
    fact: text("fact").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.enterpriseId, table.hour, table.channelId, table.direction, table.fact],
    }),
  ],
);

/**
 * Messages that leave, as they are now, by the quarter of an hour in which each was made: the days of every time zone
 * can be summed, and a report reads only quarters that have what it seeks. Triggers on `messages` keep it.
 */
export const messageQuarters = sqliteTable(
  "message_quarters",
  {
    ...tenant,
    /** The quarter's first millisecond since 1970, UTC. */
    at: integer("at").notNull(),
    channelId: text("channel_id").notNull(),
    byKind: text("by_kind").notNull(),
    status: text("status").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.enterpriseId, table.at, table.channelId, table.byKind, table.status] }),
  ],
);
