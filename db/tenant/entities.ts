import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import { agents } from "#db/tenant/bots.ts";
import type { EntityValue } from "#workers/contract/endpoints/entities.ts";

export const entities = sqliteTable(
  "entities",
  {
    ...id,
    ...tenant,
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    values: text("value_rows", { mode: "json" }).$type<EntityValue[]>().notNull(),
    ...edited,
    ...timestamps,
  },
  (table) => [
    uniqueIndex("entities_name").on(table.enterpriseId, table.agentId, table.nameKey),
    // An agent that goes looks here for what refers to it, by its id alone.
    index("entities_of_agent").on(table.agentId),
  ],
);
