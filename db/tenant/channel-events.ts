import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";

/** A vendor's news of a channel's account rather than of a person: its quality, its limits, a ban. */
export const channelEvents = sqliteTable(
  "channel_events",
  {
    ...id,
    ...tenant,
    channelId: text("channel_id").notNull(),
    what: text("what").notNull(),
    text: text("text").notNull(),
    at: integer("at").notNull(),
  },
  (table) => [index("channel_events_channel").on(table.enterpriseId, table.channelId, table.at)],
);
