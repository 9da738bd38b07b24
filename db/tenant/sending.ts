import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";

/** An enterprise that has stopped everything that leaves: a row as long as it is stopped. Claims ask for it themselves. */
export const sendingStops = sqliteTable("sending_stops", {
  enterpriseId: text("enterprise_id").$type<EnterpriseId>().primaryKey(),
  /** Why, in the words of who stopped it. */
  reason: text("reason").notNull(),
  by: text("by").notNull(),
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
  ...edited,
  ...timestamps,
});

/**
 * Addresses that want nothing: known by their hash alone, so that the row is the same before and after a person is
 * erased. Whoever becomes known by such an address again has refused from the beginning; `marketing` refuses that alone.
 * What the enterprise blocks stands beside what the person refused, so that neither is lost with the other.
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
