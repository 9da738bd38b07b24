import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/**
 * `pending` waits for its channel's lane; `waiting` for a message whose own call may not have ended; the others are
 * ends. `unreadable`, `unmatched`, `unsupported` and `failed` keep their raw text, to be looked at and tried again.
 */
export const eventStates = [
  "pending",
  "waiting",
  "done",
  "unreadable",
  "unmatched",
  "unsupported",
  "failed",
] as const;
export type EventState = (typeof eventStates)[number];

/** A vendor's events: one row each, written before the vendor is answered. */
export const inboundEvents = sqliteTable(
  "inbound_events",
  {
    /** One database has one writer, so this is the order of arrival; ids and clocks are not. */
    n: integer("n").primaryKey({ autoIncrement: true }),
    ...tenant,
    channelId: text("channel_id").notNull(),
    /** The vendor's id of the event: a repeated delivery writes nothing. */
    key: text("event_key").notNull(),
    /** JSON; null once it was used. */
    raw: text("raw"),
    state: text("state", { enum: eventStates }).notNull(),
    /** The message that a waiting event is about: our own id, or the vendor's. */
    about: text("about"),
    attempts: integer("attempts").notNull().default(0),
    /** Why it could not be used, for a person. */
    failure: text("failure"),
    at: integer("at").notNull(),
  },
  (table) => [
    uniqueIndex("inbound_events_key").on(table.enterpriseId, table.channelId, table.key),
    index("inbound_events_pending")
      .on(table.channelId, table.n)
      .where(sql`state = 'pending'`),
    index("inbound_events_waiting")
      .on(table.channelId, table.about)
      .where(sql`state = 'waiting'`),
    index("inbound_events_kept")
      .on(table.channelId, table.n)
      .where(sql`state IN ('unreadable', 'unmatched', 'unsupported', 'failed')`),
    index("inbound_events_at").on(table.at),
  ],
);
