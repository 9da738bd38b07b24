import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import { paymentLink } from "#db/payment-link.ts";
import type { GatewayName } from "#workers/contract/payments/states.ts";

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
    ...paymentLink,
    /** The key of the request: asked again under this key it is the same link. */
    askedAs: text("asked_as").notNull(),
    /** Under which its run waits for what becomes of it; empty where no run does. */
    key: text("key").notNull().default(""),
    runId: text("run_id"),
    instanceId: text("instance_id"),
    customer: integer("customer"),
    identityId: text("identity_id"),
    /** Nobody waits for it any more: the gateway is to be told so. */
    isUnwanted: integer("is_unwanted", { mode: "boolean" }).notNull().default(false),
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
