import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";
import { agents } from "#db/tenant/bots.ts";

export const stories = sqliteTable(
  "stories",
  {
    ...id,
    ...tenant,
    /** `restrict`: a bot that has stories cannot be deleted, even in a race. */
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "restrict" }),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("stories_name").on(table.enterpriseId, table.agentId, table.nameKey),
    // An agent that goes looks here for what refers to it, by its id alone.
    index("stories_of_agent").on(table.agentId),
  ],
);
