import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import { agents } from "./bots.ts";
import { departments } from "./departments.ts";

/** One account at one vendor. Its credentials are in `secrets` (kind "channel"), never here. */
export const channels = sqliteTable(
  "channels",
  {
    ...id,
    ...tenant,
    /** Codes of contract/channel-types.ts and contract/vendors.ts. */
    type: integer("type").notNull(),
    vendor: integer("vendor").notNull(),
    /** The account's number, address or name at the vendor; '' where the vendor has none. */
    contactId: text("contact_id").notNull().default(""),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    departmentId: text("department_id").references(() => departments.id, { onDelete: "set null" }),
    /** The bot that answers. */
    agentId: text("agent_id").references(() => agents.id, { onDelete: "set null" }),
    /** The vendor's fields that are not secret, by name. */
    settings: text("settings", { mode: "json" }).$type<Record<string, string>>().notNull(),
    /** Messages a second, in and out as the vendor counts them. */
    rate: integer("rate").notNull(),
    state: text("state", { enum: ["active", "paused"] })
      .notNull()
      .default("active"),
    /** Secret in the webhook's address for vendors that do not sign, and the token that others echo to us. */
    webhookToken: text("webhook_token").notNull(),
    firstEventAt: integer("first_event_at"),
    lastEventAt: integer("last_event_at"),
    lastSuccessAt: integer("last_success_at"),
    lastError: text("last_error"),
    lastErrorAt: integer("last_error_at"),
    /** Calls to the vendor: the last minute with one (since 1970), those in it, and those in the minute before it. */
    callsMinute: integer("calls_minute").notNull().default(0),
    callsNow: integer("calls_now").notNull().default(0),
    callsBefore: integer("calls_before").notNull().default(0),
    ...edited,
    ...timestamps,
  },
  (table) => [
    // Several channels may have no contact: two sites with a widget each are two channels.
    uniqueIndex("channels_contact")
      .on(table.enterpriseId, table.type, table.vendor, table.contactId)
      .where(sql`contact_id <> ''`),
    index("channels_name").on(table.enterpriseId, table.nameKey, table.id),
    index("channels_department").on(table.departmentId),
    index("channels_agent").on(table.agentId),
  ],
);
