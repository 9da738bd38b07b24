import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { AgentConfig } from "#workers/contract/endpoints/bots.ts";

export const agents = sqliteTable(
  "agents",
  {
    ...id,
    ...tenant,
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    description: text("description").notNull(),
    config: text("config", { mode: "json" }).$type<AgentConfig>().notNull(),
    /** The serving version; null until the first training. */
    modelVersionId: text("model_version_id"),
    /** When phrases, intents or entities last changed. Later than the model's `readAt` time means "train again". */
    contentChangedAt: integer("content_changed_at").notNull(),
    ...edited,
    ...timestamps,
  },
  (table) => [
    uniqueIndex("agents_name").on(table.enterpriseId, table.nameKey),
    index("agents_newest").on(table.enterpriseId, table.createdAt, table.id),
  ],
);

/** A trained model: immutable, its bytes in R2. */
export const modelVersions = sqliteTable(
  "model_versions",
  {
    ...id,
    ...tenant,
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    file: text("file").notNull(),
    bytes: integer("bytes").notNull(),
    /** The training data, as the bot's export in R2: for comparing versions and for restoring one. */
    contentFile: text("content_file"),
    modelType: text("model_type").$type<AgentConfig["modelType"]>().notNull().default("SVM"),
    /**
     * Results of the saved test questions, and the R2 key of the full findings: for a big bot they exceed the limit
     * of a row (2 MB), so they are stored beside the model. Older versions have no such file.
     */
    findings: text("findings", { mode: "json" }).$type<{
      file?: string;
      tests: { right: number; total: number };
    }>(),
    trainedBy: text("trained_by").notNull().default(""),
    /** When the phrases were read. */
    readAt: integer("read_at").notNull(),
    report: text("report", { mode: "json" })
      .$type<{
        intents: number;
        phrases: number;
        accuracy: number;
        milliseconds: number;
        /** The language of the bot when it was trained, which decides what of a text it looks at; older versions lack it. */
        language?: AgentConfig["language"];
        /** The R2 key of this version's provider vectors, if its model type uses them. */
        vectors?: { file: string; embeddingModel: string };
      }>()
      .notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("model_versions_number").on(table.enterpriseId, table.agentId, table.version),
    // An agent that goes looks here for what refers to it, by its id alone.
    index("model_versions_of_agent").on(table.agentId),
  ],
);
