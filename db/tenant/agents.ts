import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { AgentConfig } from "#workers/contract/endpoints/agents.ts";

export const agents = sqliteTable(
  "agents",
  {
    ...id,
    ...tenant,
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    description: text("description").notNull(),
    config: text("config", { mode: "json" }).$type<AgentConfig>().notNull(),
    /** The version that answers; null until the first training. */
    modelVersionId: text("model_version_id"),
    /** When phrases, intents or entities last changed: later than the model's reading means "train again". */
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
    /** What it was trained from, as the agent's export in R2: for the difference between versions, and to go back. */
    contentFile: text("content_file"),
    modelType: text("model_type").$type<AgentConfig["modelType"]>().notNull().default("SVM"),
    /**
     * How the saved test questions went, and where the whole of what was found out is: of a big agent it is larger
     * than a row may be (2 MB), so it lies in R2 beside the model. Versions of earlier days have no such file.
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
        /** Where the provider's vectors of this version are, if its model type works with some. */
        vectors?: { file: string; embeddingModel: string };
      }>()
      .notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("model_versions_number").on(table.enterpriseId, table.agentId, table.version)],
);
