import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { FirstRunKind } from "#workers/contract/first-run.ts";

/** The beginning of each enterprise, one row each: the things that it names may be gone by now. */
export const firstRuns = sqliteTable("first_runs", {
  enterpriseId: text("enterprise_id").$type<EnterpriseId>().primaryKey(),
  /** Null where only sample customers were asked for. */
  kind: text("kind").$type<FirstRunKind>(),
  agentId: text("agent_id"),
  channelId: text("channel_id"),
  /** When the played customer wrote first. */
  saidAt: integer("said_at"),
  /** The file of sample customers, of which the newest import tells whether they are there. */
  importFile: text("import_file"),
  createdAt: integer("created_at").notNull(),
});
