import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { LogLevel } from "#workers/contract/automation/log-levels.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { TestCase, VersionChecks } from "#workers/contract/automation/test-case.ts";

/** Journeys and encaps: one thing with two doors. */
export const automations = sqliteTable(
  "automations",
  {
    ...id,
    ...tenant,
    kind: text("kind").$type<AutomationKind>().notNull(),
    name: text("name").notNull(),
    /** As names are compared. */
    nameKey: text("name_key").notNull(),
    /** '' for none. */
    folder: text("folder").notNull().default(""),
    /** Number of the version that is published; null before the first. */
    version: integer("version"),
    /** The draft is not what is published. */
    changed: integer("changed", { mode: "boolean" }).notNull().default(true),
    /** How much is kept of its steps, and for how many days. */
    logLevel: text("log_level").$type<LogLevel>().notNull().default("path"),
    logDays: integer("log_days").notNull().default(90),
    /** Its id in the file that it came from, so that a second import finds it; '' for none. */
    sourceId: text("source_id").notNull().default(""),
    archivedAt: integer("archived_at"),
    deletedAt: integer("deleted_at"),
    ...edited,
    ...timestamps,
  },
  (table) => [
    index("automations_newest").on(table.enterpriseId, table.kind, table.updatedAt, table.id),
    // A deleted one's name is free again.
    uniqueIndex("automations_name")
      .on(table.enterpriseId, table.kind, table.nameKey)
      .where(sql`deleted_at IS NULL`),
    index("automations_deleted")
      .on(table.enterpriseId, table.deletedAt)
      .where(sql`deleted_at IS NOT NULL`),
  ],
);

/** The draft that its author works on; apart from its automation, whose lists would read it. */
export const automationDrafts = sqliteTable("automation_drafts", {
  automationId: text("automation_id").primaryKey(),
  ...tenant,
  /** At most 900 kB. */
  graph: text("graph", { mode: "json" }).$type<Graph>().notNull(),
  ...edited,
  updatedAt: integer("updated_at").notNull(),
});

/** Published graphs; none of them changes any more. */
export const automationVersions = sqliteTable(
  "automation_versions",
  {
    ...id,
    ...tenant,
    automationId: text("automation_id").notNull(),
    number: integer("number").notNull(),
    graph: text("graph", { mode: "json" }).$type<Graph>().notNull(),
    /** SHA-256 of the graph's JSON, in hexadecimal. */
    checksum: text("checksum").notNull(),
    note: text("note").notNull().default(""),
    /** How its test cases went; null where there were none. */
    checks: text("checks", { mode: "json" }).$type<VersionChecks>(),
    publishedBy: text("published_by").notNull(),
    publishedAt: integer("published_at").notNull(),
    /** How long somebody may be in it; those from before it could be chosen have the most. */
    maxDays: integer("max_days").notNull().default(365),
  },
  (table) => [uniqueIndex("automation_versions_number").on(table.automationId, table.number)],
);

/** Tests that were played and kept; they are played again before a version is published. */
export const automationCases = sqliteTable(
  "automation_cases",
  {
    ...id,
    ...tenant,
    automationId: text("automation_id").notNull(),
    name: text("name").notNull(),
    /** At most 16 kB. */
    content: text("content", { mode: "json" }).$type<TestCase>().notNull(),
    ...edited,
    ...timestamps,
  },
  (table) => [index("automation_cases_of").on(table.automationId, table.createdAt, table.id)],
);
