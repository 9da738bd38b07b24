import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { DeliveryState, HookEvent, OffReason } from "#workers/contract/webhooks-out.ts";

/** Addresses of an enterprise's own systems that are told of events. Their secrets are in `secrets`. */
export const hooks = sqliteTable(
  "hooks",
  {
    ...id,
    ...tenant,
    url: text("url").notNull(),
    description: text("description").notNull(),
    events: text("events", { mode: "json" }).$type<HookEvent[]>().notNull(),
    isOn: integer("is_on", { mode: "boolean" }).notNull(),
    /** Live events up to this number are none of its: it was not there, or off. */
    since: integer("since").notNull(),
    /** Until when the secret before the present one signs as well. */
    bothUntil: integer("both_until").notNull().default(0),
    /** Since when every try has failed. */
    failingSince: integer("failing_since"),
    offReason: text("off_reason").$type<OffReason>(),
    offAt: integer("off_at"),
    /** When its owner was told that it was switched off by itself. */
    toldAt: integer("told_at"),
    ownerId: text("owner_id").notNull(),
    ...edited,
    ...timestamps,
  },
  (table) => [
    index("hooks_enterprise").on(table.enterpriseId, table.createdAt),
    index("hooks_on")
      .on(table.enterpriseId)
      .where(sql`is_on = 1`),
    index("hooks_untold")
      .on(table.offAt)
      .where(sql`off_reason IS NOT NULL AND told_at IS NULL`),
  ],
);

/** Deliveries, past and to come. The row is the truth: its sender holds it for a moment, and notes what came of it. */
export const hookDeliveries = sqliteTable(
  "hook_deliveries",
  {
    /** The order in which first tries leave. */
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    id: text("id").notNull(),
    ...tenant,
    hookId: text("hook_id").notNull(),
    /** The event that it tells of, so that it is told once. */
    cause: text("cause").notNull(),
    type: text("type").$type<HookEvent | "chatbird.test">().notNull(),
    /** Of what is about a person and no chat, their identity; empty for a test. */
    chatId: text("chat_id").notNull(),
    body: text("body").notNull(),
    state: text("state").$type<DeliveryState>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAt: integer("next_at").notNull(),
    /** Until when somebody is sending it. */
    leaseUntil: integer("lease_until").notNull().default(0),
    triedAt: integer("tried_at"),
    status: integer("status"),
    answer: text("answer").notNull().default(""),
    at: integer("at").notNull(),
  },
  (table) => [
    uniqueIndex("hook_deliveries_id").on(table.id),
    uniqueIndex("hook_deliveries_cause").on(table.hookId, table.cause),
    index("hook_deliveries_waiting")
      .on(table.hookId, table.seq)
      .where(sql`state = 'waiting'`),
    index("hook_deliveries_log").on(table.hookId, table.state, table.seq),
    index("hook_deliveries_chat").on(table.chatId),
    index("hook_deliveries_at").on(table.at),
  ],
);

/** Up to which live event of this database deliveries have been written. */
export const hookCursor = sqliteTable("hook_cursor", {
  id: integer("id").primaryKey(),
  seq: integer("seq").notNull(),
});
