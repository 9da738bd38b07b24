import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import { importFiles } from "#db/tenant/imports.ts";

const entry = {
  ...id,
  ...tenant,
  /** A number in E.164 or a mail address; null once the person was erased: the hash holds on. */
  address: text("address"),
  /** -1: every channel type. */
  channelType: integer("channel_type").notNull(),
  /** As suppressions know it. */
  hash: text("hash").notNull(),
  reason: text("reason").notNull(),
  source: text("source", { enum: ["screen", "import"] }).notNull(),
  /** The name of who added it. */
  by: text("by").notNull(),
  ...edited,
  ...timestamps,
};

/**
 * Addresses that an enterprise never contacts, as people read them. The hash in `suppressions` and the refusing
 * consents of people known by it are what holds: written with the entry, and taken back with it.
 */
export const blacklist = sqliteTable("blacklist", entry, (table) => [
  uniqueIndex("blacklist_address").on(table.enterpriseId, table.channelType, table.hash),
  index("blacklist_readable").on(table.enterpriseId, table.address),
  index("blacklist_newest").on(table.enterpriseId, table.id),
]);

/** Entries that were taken off, as they were, for as long as that can be undone; `work` is what took them off. */
export const blacklistRemoved = sqliteTable(
  "blacklist_removed",
  { ...entry, work: text("work").notNull(), removedAt: integer("removed_at").notNull() },
  (table) => [
    index("blacklist_removed_work").on(table.enterpriseId, table.work, table.id),
    index("blacklist_removed_readable").on(table.enterpriseId, table.address),
    index("blacklist_removed_at").on(table.removedAt),
  ],
);

/** Rows of an imported file that were not taken, for as long as the file is kept. `line` counts from 1. */
export const blacklistRejects = sqliteTable(
  "blacklist_rejects",
  {
    fileId: text("file_id")
      .notNull()
      .references(() => importFiles.id, { onDelete: "cascade" }),
    ...tenant,
    line: integer("line").notNull(),
    row: text("row").notNull(),
    error: text("error").notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.line] })],
);
