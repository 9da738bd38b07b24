import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { Category, Components } from "#workers/contract/templates/template.ts";
import { templateStates } from "#workers/contract/templates/states.ts";
import { channels } from "./channels.ts";

/** Message templates; each belongs to the account of a channel, whose vendor approves it. */
export const templates = sqliteTable(
  "templates",
  {
    ...id,
    ...tenant,
    channelId: text("channel_id")
      .notNull()
      .references(() => channels.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    language: text("language").notNull(),
    category: text("category").$type<Category>().notNull(),
    components: text("components", { mode: "json" }).$type<Components>().notNull(),
    status: text("status", { enum: templateStates }).notNull(),
    /** Why it is in this state, in the vendor's words or ours; '' for none. */
    reason: text("reason").notNull().default(""),
    /** The vendor's rating, such as GREEN; '' where it has told none. */
    quality: text("quality").notNull().default(""),
    vendorId: text("vendor_id"),
    /** By the vendor's clock, what it told last: older news changes nothing. */
    statusAt: integer("status_at").notNull(),
    ...edited,
    ...timestamps,
  },
  (table) => [
    uniqueIndex("templates_name").on(table.enterpriseId, table.channelId, table.name, table.language),
    index("templates_updated").on(table.enterpriseId, table.updatedAt, table.id),
    index("templates_vendor").on(table.channelId, table.vendorId),
  ],
);

/** Events of a template, by its vendor or somebody here. */
export const templateHistory = sqliteTable(
  "template_history",
  {
    ...id,
    ...tenant,
    templateId: text("template_id")
      .notNull()
      .references(() => templates.id, { onDelete: "cascade" }),
    at: integer("at").notNull(),
    status: text("status", { enum: templateStates }).notNull(),
    category: text("category").$type<Category>().notNull(),
    quality: text("quality").notNull().default(""),
    reason: text("reason").notNull().default(""),
    /** A person's name; '' for the vendor. */
    by: text("by").notNull().default(""),
  },
  (table) => [index("template_history_template").on(table.templateId, table.at)],
);
