import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ChannelType } from "#workers/contract/channel-types.ts";
import { id, tenant, timestamps } from "#db/columns.ts";

/** Campaigns that other systems ran, as they told of them; figures alone, nobody's name. */
export const externalCampaigns = sqliteTable(
  "external_campaigns",
  {
    ...id,
    ...tenant,
    /** The other system's own id: what it says again about it replaces what it said. */
    externalId: text("external_id").notNull(),
    name: text("name").notNull(),
    channelType: integer("channel_type").$type<ChannelType>().notNull(),
    startedAt: integer("started_at").notNull(),
    endedAt: integer("ended_at"),
    sent: integer("sent").notNull(),
    delivered: integer("delivered").notNull(),
    read: integer("read").notNull(),
    clicked: integer("clicked").notNull(),
    failed: integer("failed").notNull(),
    /** Null: not told. */
    cost: real("cost"),
    /** ISO 4217; "" without a cost. */
    currency: text("currency").notNull(),
    url: text("url").notNull(),
    /** Name of the API key that told it last. */
    by: text("by").notNull(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("external_campaigns_theirs").on(table.enterpriseId, table.externalId),
    index("external_campaigns_newest").on(table.enterpriseId, table.startedAt),
  ],
);
