import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { GatewayName, LinkNote, LinkState } from "#workers/contract/payments/states.ts";

/** The account at a payment gateway to which an enterprise's customers pay. Its secrets are in `secrets` (kind "payments"). */
export const paymentAccounts = sqliteTable(
  "payment_accounts",
  {
    ...id,
    ...tenant,
    gateway: text("gateway").$type<GatewayName>().notNull(),
    keyId: text("key_id").notNull(),
    /** The last characters of each secret, to recognise it by. */
    hints: text("hints", { mode: "json" }).$type<{ keySecret: string; webhookSecret: string }>().notNull(),
    /** Until when the webhook secret before the present one is believed: the gateway repeats older calls with it. */
    bothUntil: integer("both_until").notNull().default(0),
    lastEventAt: integer("last_event_at"),
    ...edited,
    ...timestamps,
  },
  (table) => [uniqueIndex("payment_accounts_enterprise").on(table.enterpriseId)],
);

/** A link by which one customer is to pay one amount. Its id is the reference that the gateway knows it by. */
export const paymentLinks = sqliteTable(
  "payment_links",
  {
    ...id,
    ...tenant,
    accountId: text("account_id").notNull(),
    /** Who wants it says so once: asked again under this key it is the same link. */
    askedAs: text("asked_as").notNull(),
    /** Under which its run waits for what becomes of it; empty where no run does. */
    key: text("key").notNull().default(""),
    runId: text("run_id"),
    instanceId: text("instance_id"),
    customer: integer("customer"),
    identityId: text("identity_id"),
    /** In the smallest unit of the currency. */
    amount: integer("amount").notNull(),
    currency: text("currency").notNull(),
    description: text("description").notNull(),
    until: integer("until").notNull(),
    state: text("state").$type<LinkState>().notNull(),
    /** The gateway's id; null before it has said one. */
    vendorId: text("vendor_id"),
    url: text("url").notNull().default(""),
    /** What was paid of the amount. */
    paid: integer("paid").notNull().default(0),
    paymentId: text("payment_id").notNull().default(""),
    note: text("note").$type<LinkNote>().notNull().default(""),
    /** Why it failed, or could not be asked for or about just now. */
    problem: text("problem").notNull().default(""),
    /** Ids of the latest events, so that one that comes twice is used once. */
    eventIds: text("event_ids", { mode: "json" }).$type<string[]>().notNull().default([]),
    /** Nobody waits for it any more: the gateway is to be told so. */
    isUnwanted: integer("is_unwanted", { mode: "boolean" }).notNull().default(false),
    tries: integer("tries").notNull().default(0),
    /** When the gateway is to be asked about it; null: no more. */
    dueAt: integer("due_at"),
    endedAt: integer("ended_at"),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("payment_links_asked").on(table.enterpriseId, table.askedAs),
    index("payment_links_newest").on(table.enterpriseId, table.createdAt, table.id),
    index("payment_links_state").on(table.enterpriseId, table.state, table.createdAt, table.id),
    index("payment_links_customer").on(table.enterpriseId, table.customer),
    index("payment_links_identity").on(table.enterpriseId, table.identityId),
    index("payment_links_key")
      .on(table.key)
      .where(sql`ended_at IS NULL`),
    index("payment_links_due")
      .on(table.dueAt)
      .where(sql`due_at IS NOT NULL`),
  ],
);
