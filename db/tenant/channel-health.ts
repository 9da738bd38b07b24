import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";
import type { HealthFactName } from "#workers/contract/channel-facts.ts";
import { channels } from "./channels.ts";

/** The condition of a channel's account at its vendor, a row for each fact; what was before is in `channel_events`. */
export const channelHealth = sqliteTable(
  "channel_health",
  {
    ...tenant,
    channelId: text("channel_id")
      .notNull()
      .references(() => channels.id, { onDelete: "cascade" }),
    fact: text("fact").$type<HealthFactName>().notNull(),
    value: text("value").notNull(),
    /** When it ends, in milliseconds; null for without end. */
    until: integer("until"),
    /** By the vendor's clock: the newest counts, whenever it arrived. */
    at: integer("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.enterpriseId, table.channelId, table.fact] }),
    // A channel that goes looks here for what refers to it, by its id alone.
    index("channel_health_of_channel").on(table.channelId),
  ],
);
