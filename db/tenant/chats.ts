import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { ChatState, MissedReason } from "#workers/contract/chat-states.ts";

/** One person on one channel, until it is closed; another message after that opens another chat. */
export const chats = sqliteTable(
  "chats",
  {
    ...id,
    ...tenant,
    channelId: text("channel_id").notNull(),
    identityId: text("identity_id").notNull(),
    state: integer("state").$type<ChatState>().notNull(),
    departmentId: text("department_id"),
    /** The person who has it, once picked up. */
    handler: text("handler"),
    /** Their name then: people are in the other database. */
    handlerName: text("handler_name").notNull().default(""),
    /** Those beside who has it: `ChatPart`s as JSON, whoever came first before. */
    people: text("people").notNull().default("[]"),
    /** Ids of its labels as JSON, as they were given; one that was deleted since may still be among them. */
    labels: text("labels").notNull().default("[]"),
    /** Why nobody took it, where it is missed. */
    missedReason: integer("missed_reason").$type<MissedReason>(),
    /** When it began to wait for a person. */
    waitingSince: integer("waiting_since"),
    /** When it first began to wait for one, and milliseconds from then to a person's first answer. Triggers keep both. */
    askedAt: integer("asked_at"),
    firstResponseMs: integer("first_response_ms"),
    /** Milliseconds from the same moment until somebody first took it; a trigger keeps it. */
    firstPickupMs: integer("first_pickup_ms"),
    /** Until when it is laid aside; what stands here in another state is over. */
    suspendedUntil: integer("suspended_until"),
    pickedAt: integer("picked_at"),
    closedAt: integer("closed_at"),
    /** How the customer found it, from 1 to 5. */
    rating: integer("rating"),
    /** Until when a bare number from them is their rating; null where nobody asked. */
    rateUntil: integer("rate_until"),
    botSessionId: text("bot_session_id"),
    /** Number of the chat's last message; messages count from 1. */
    seq: integer("seq").notNull(),
    unread: integer("unread").notNull(),
    lastAt: integer("last_at").notNull(),
    lastText: text("last_text").notNull(),
    ...edited,
    ...timestamps,
  },
  (table) => [
    uniqueIndex("chats_open")
      .on(table.enterpriseId, table.channelId, table.identityId)
      .where(sql`state NOT IN (3, 4)`),
    // Somebody who writes outside the hours and again has one chat.
    index("chats_missed")
      .on(table.enterpriseId, table.channelId, table.identityId)
      .where(sql`state = 4`),
    index("chats_begun").on(table.enterpriseId, table.createdAt),
    // Changed since the archive's words were taken, of all enterprises: the sweeper's.
    index("chats_changed").on(table.updatedAt),
    // The service level: its figures alone, without the rows.
    index("chats_asked")
      .on(
        table.enterpriseId,
        table.askedAt,
        table.departmentId,
        table.firstPickupMs,
        table.state,
        table.closedAt,
      )
      .where(sql`asked_at IS NOT NULL`),
    index("chats_person").on(table.enterpriseId, table.identityId, table.lastAt),
    index("chats_ended")
      .on(table.enterpriseId, table.closedAt)
      .where(sql`state IN (3, 4)`),
    // The inbox: what is open, however much has ended.
    index("chats_inbox")
      .on(table.enterpriseId, table.lastAt)
      .where(sql`state NOT IN (3, 4)`),
    // The history: its latest page, however many there are.
    index("chats_history")
      .on(table.enterpriseId, table.lastAt, table.id)
      .where(sql`state IN (3, 4)`),
    index("chats_handler")
      .on(table.enterpriseId, table.handler, table.lastAt)
      .where(sql`handler IS NOT NULL AND state NOT IN (3, 4)`),
    index("chats_state").on(table.enterpriseId, table.state, table.lastAt),
  ],
);
