import { sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { RichCardContent } from "#workers/contract/rich-card.ts";

/** Messages of cards with pictures and buttons, kept to be sent on whatever channel carries them. */
export const richCards = sqliteTable(
  "rich_cards",
  {
    ...id,
    ...tenant,
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    content: text("content", { mode: "json" }).$type<RichCardContent>().notNull(),
    ...edited,
    ...timestamps,
  },
  (table) => [uniqueIndex("rich_cards_name").on(table.enterpriseId, table.nameKey)],
);
