import { sql } from "drizzle-orm";
import { blob, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";
import { agents } from "#db/tenant/bots.ts";

const agent = {
  agentId: text("agent_id")
    .notNull()
    .references(() => agents.id, { onDelete: "cascade" }),
};

/** Settings of a bot's generative knowledge: one row per bot, from its first save on. */
export const knowledgeConfigs = sqliteTable(
  "knowledge_configs",
  {
    ...id,
    ...tenant,
    ...agent,
    kbFromWebsite: integer("kb_from_website", { mode: "boolean" }).notNull(),
    kbFromDoc: integer("kb_from_doc", { mode: "boolean" }).notNull(),
    /** The integration that writes the answers; null: the best passage is the answer. */
    genAiConfigId: text("gen_ai_config_id"),
    /** Crawl depth: links followed from a given address, 0 to 3. */
    crawlDepth: integer("crawl_depth").notNull(),
    /** Hours between two crawls of the same site; null: only on request. */
    recrawlHours: integer("recrawl_hours"),
    nextCrawlAt: integer("next_crawl_at"),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("knowledge_configs_agent").on(table.enterpriseId, table.agentId),
    // An agent that goes looks here for what refers to it, by its id alone.
    index("knowledge_configs_of_agent").on(table.agentId),
    index("knowledge_configs_due").on(table.nextCrawlAt),
  ],
);

/** A source: a website address or a PDF. */
export const knowledgeSources = sqliteTable(
  "knowledge_sources",
  {
    ...id,
    ...tenant,
    ...agent,
    kind: text("kind", { enum: ["website", "document"] }).notNull(),
    /** The address, or the file's name. */
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    /** The R2 key of a document's bytes. */
    file: text("file"),
    bytes: integer("bytes").notNull().default(0),
    state: text("state", { enum: ["waiting", "reading", "ready", "failed"] }).notNull(),
    /** Reason of a failure, or content that was left out, in a sentence. */
    reason: text("reason").notNull().default(""),
    pageCount: integer("page_count").notNull().default(0),
    readAt: integer("read_at"),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("knowledge_sources_name").on(table.enterpriseId, table.agentId, table.kind, table.nameKey),
    // An agent that goes looks here for what refers to it, by its id alone.
    index("knowledge_sources_of_agent").on(table.agentId),
    index("knowledge_sources_unread")
      .on(table.agentId)
      .where(sql`state IN ('waiting', 'reading')`),
  ],
);

/** A page of a website or of a PDF, with its freshness. */
export const knowledgePages = sqliteTable(
  "knowledge_pages",
  {
    ...id,
    ...tenant,
    ...agent,
    sourceId: text("source_id")
      .notNull()
      .references(() => knowledgeSources.id, { onDelete: "cascade" }),
    /** The page's own address, after redirects; for a document its page number as text. */
    address: text("address").notNull(),
    title: text("title").notNull(),
    depth: integer("depth").notNull(),
    state: text("state", { enum: ["waiting", "ready", "unchanged", "refused", "failed"] }).notNull(),
    reason: text("reason").notNull().default(""),
    /** SHA-256 of the text: an unchanged page keeps its passages. */
    hash: text("hash"),
    etag: text("etag"),
    /** Its links on its own site, for an unchanged page that is not sent again. Null: not known. */
    links: text("links", { mode: "json" }).$type<string[]>(),
    fetchedAt: integer("fetched_at"),
    changedAt: integer("changed_at"),
    passageCount: integer("passage_count").notNull().default(0),
  },
  (table) => [
    uniqueIndex("knowledge_pages_address").on(table.sourceId, table.address),
    // An agent that goes looks here for what refers to it, by its id alone.
    index("knowledge_pages_of_agent").on(table.agentId),
    index("knowledge_pages_state").on(table.sourceId, table.state),
  ],
);

/** The searched passages. The index `passages_fts` follows this table by triggers (see the migration). */
export const passages = sqliteTable(
  "passages",
  {
    /** The row's number in the search index. */
    number: integer("number").primaryKey({ autoIncrement: true }),
    ...tenant,
    ...agent,
    sourceId: text("source_id")
      .notNull()
      .references(() => knowledgeSources.id, { onDelete: "cascade" }),
    pageId: text("page_id")
      .notNull()
      .references(() => knowledgePages.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    heading: text("heading").notNull(),
    text: text("text").notNull(),
    /** 32-bit floats of unit length, if a provider supplied them. */
    vector: blob("vector", { mode: "buffer" }),
    vectorModel: text("vector_model"),
  },
  (table) => [
    index("passages_agent").on(table.enterpriseId, table.agentId),
    // An agent that goes looks here for what refers to it, by its id alone.
    index("passages_of_agent").on(table.agentId),
    index("passages_page").on(table.pageId, table.position),
    index("passages_source").on(table.sourceId),
  ],
);
