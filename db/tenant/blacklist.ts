import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import { importFiles } from "#db/tenant/imports.ts";

/**
 * Addresses that an enterprise never contacts, as people read them. The hash in `suppressions` and the refusing
 * consents of people known by it are what holds: written with the entry, and taken back with it.
 */
export const blacklist = sqliteTable(
  "blacklist",
  {
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
  },
  (table) => [
    uniqueIndex("blacklist_address").on(table.enterpriseId, table.channelType, table.hash),
    index("blacklist_readable").on(table.enterpriseId, table.address),
    index("blacklist_newest").on(table.enterpriseId, table.id),
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
