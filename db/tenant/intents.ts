import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import { stories } from "#db/tenant/stories.ts";
import type { EntityRef, Parameter } from "#workers/contract/endpoints/intents.ts";

export const intents = sqliteTable(
  "intents",
  {
    ...id,
    ...tenant,
    agentId: text("agent_id").notNull(),
    storyId: text("story_id")
      .notNull()
      .references(() => stories.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    /** Markdown; null while the intent has none. */
    response: text("response"),
    parameters: text("parameters", { mode: "json" }).$type<Parameter[]>().notNull(),
    utteranceCount: integer("utterance_count").notNull(),
    /** Once it has answered, a person goes on. */
    handsOver: integer("hands_over", { mode: "boolean" }).notNull().default(false),
    ...edited,
    ...timestamps,
  },
  (table) => [
    uniqueIndex("intents_name").on(table.enterpriseId, table.storyId, table.nameKey),
    index("intents_agent").on(table.enterpriseId, table.agentId),
    // A story that goes looks here for what refers to it, by its id alone.
    index("intents_of_story").on(table.storyId),
  ],
);

/** Training phrases. Positions of bindings count UTF-16 units. */
export const utterances = sqliteTable(
  "utterances",
  {
    ...id,
    ...tenant,
    agentId: text("agent_id").notNull(),
    intentId: text("intent_id")
      .notNull()
      .references(() => intents.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    text: text("text").notNull(),
    textKey: text("text_key").notNull(),
    refs: text("refs", { mode: "json" }).$type<EntityRef[]>().notNull(),
  },
  (table) => [
    uniqueIndex("utterances_text").on(table.enterpriseId, table.intentId, table.textKey),
    index("utterances_intent").on(table.intentId, table.position),
    index("utterances_agent").on(table.enterpriseId, table.agentId),
  ],
);
