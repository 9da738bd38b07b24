import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { PauseRule } from "#workers/contract/pause-rules.ts";

/** An enterprise that has stopped everything that leaves: a row as long as it is stopped. Claims ask for it themselves. */
export const sendingStops = sqliteTable("sending_stops", {
  enterpriseId: text("enterprise_id").$type<EnterpriseId>().primaryKey(),
  /** Why, in the words of who stopped it. */
  reason: text("reason").notNull(),
  by: text("by").notNull(),
  at: integer("at").notNull(),
});

/**
 * An enterprise that is to be deleted: a row for as long as that can be taken back. Journeys, their calls and
 * deliveries to other systems, which work by themselves for others, let it rest.
 */
export const deletionStops = sqliteTable("deletion_stops", {
  enterpriseId: text("enterprise_id").$type<EnterpriseId>().primaryKey(),
  at: integer("at").notNull(),
});

/** When and how often an enterprise's marketing may reach one person; `id` is the enterprise's. Claims obey it. */
export const offerRules = sqliteTable("offer_rules", {
  ...id,
  ...tenant,
  /** Minutes of the day between which nothing leaves, by the clock of `timezone`; null: at any hour. */
  quietFrom: integer("quiet_from"),
  quietUntil: integer("quiet_until"),
  timezone: text("timezone").notNull(),
  /** So many to one person within so many days; null: any number. */
  most: integer("most"),
  days: integer("days").notNull(),
  /** Asked of whoever says a start word, before offers reach them; empty: in our words; null: nothing is asked. */
  confirmText: text("confirm_text"),
  /** When a broadcast pauses by itself, for each channel that has its own; a channel's id is empty for all others. */
  pauses: text("pauses", { mode: "json" })
    .$type<PauseRule[]>()
    .notNull()
    .default(sql`'[]'`),
  ...edited,
  ...timestamps,
});

/**
 * Addresses that want nothing, by hash alone, so that erasure changes no row and somebody new at such an address has
 * refused from the beginning (`marketing`: that alone). The enterprise's blocks are rows of their own.
 */
export const suppressions = sqliteTable(
  "suppressions",
  {
    ...tenant,
    /** -1: every channel type, as only what is blocked can be. */
    channelType: integer("channel_type").notNull(),
    /** HMAC of the address under the enterprise's own key, with the key's version in front. */
    hash: text("hash").notNull(),
    why: text("why", { enum: ["optOut", "marketing", "complaint", "bounce", "blocked"] }).notNull(),
    source: text("source").notNull(),
    at: integer("at").notNull(),
  },
  (table) => [
    uniqueIndex("suppressions_address").on(
      table.enterpriseId,
      table.channelType,
      table.hash,
      sql`why = 'blocked'`,
    ),
  ],
);
