import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";

/** Connections to other systems: Appiyo, webhooks, video, databases, GenAI. Their secrets are in `secrets`. */
export const authConfigs = sqliteTable(
  "auth_configs",
  {
    ...id,
    ...tenant,
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    /** 1 Appiyo, 2 Webhook, 3 Webrtc-Video, 4 Database, 5 GenAI. */
    authType: integer("auth_type").notNull(),
    /** The non-secret part, by the type's own schema. */
    data: text("data", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    ...edited,
    ...timestamps,
  },
  (table) => [uniqueIndex("auth_configs_name").on(table.enterpriseId, table.nameKey)],
);
