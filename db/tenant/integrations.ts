import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";
import type { IntegrationSettings } from "#workers/contract/endpoints/integrations.ts";

/** Configurations of the enterprise's connections to other systems. Their keys are in `secrets`. */
export const integrations = sqliteTable(
  "integrations",
  {
    ...id,
    ...tenant,
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    /** 1 Appiyo, 2 Webhook, 3 Webrtc-Video, 4 Database, 5 GenAI. */
    authType: integer("auth_type").notNull(),
    /** For GenAI: 1 OpenAI, 2 GPT. */
    llm: integer("llm"),
    settings: text("settings", { mode: "json" }).$type<IntegrationSettings>().notNull(),
    ...timestamps,
  },
  (table) => [uniqueIndex("integrations_name").on(table.enterpriseId, table.authType, table.nameKey)],
);
