import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";
import { channels } from "./channels.ts";

/** An enterprise's own prices of a channel's messages. The channel's revision is theirs, too. */
export const channelPrices = sqliteTable(
  "channel_prices",
  {
    ...tenant,
    channelId: text("channel_id")
      .notNull()
      .references(() => channels.id, { onDelete: "cascade" }),
    /** ISO 3166-1, or `*` for all others. */
    country: text("country").notNull(),
    /** A category in small letters, or `*` for all others. */
    category: text("category").notNull(),
    /** In millionths of the currency, for a message or a part of an SMS. */
    price: integer("price").notNull(),
    currency: text("currency").notNull(),
  },
  (table) => [primaryKey({ columns: [table.channelId, table.country, table.category] })],
);
