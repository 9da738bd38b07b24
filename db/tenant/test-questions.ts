import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";
import { agents } from "#db/tenant/bots.ts";

/** Saved test questions of an agent with the expected intent; null: none. */
export const testQuestions = sqliteTable(
  "test_questions",
  {
    ...id,
    ...tenant,
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
    textKey: text("text_key").notNull(),
    intentId: text("intent_id"),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("test_questions_text").on(table.enterpriseId, table.agentId, table.textKey),
    index("test_questions_agent").on(table.enterpriseId, table.agentId, table.id),
    // An agent that goes looks here for what refers to it, by its id alone.
    index("test_questions_of_agent").on(table.agentId),
  ],
);
