import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";

/** Files of the enterprise's drive: the row has the metadata, R2 has the bytes under an unguessable key. */
export const driveFiles = sqliteTable(
  "drive_files",
  {
    ...id,
    ...tenant,
    /** Its use: profile, logo, media … decides the rules that applied to it. */
    use: text("use").notNull(),
    name: text("name").notNull(),
    /** Detected from its content, not its name. */
    mediaType: text("media_type").notNull(),
    bytes: integer("bytes").notNull(),
    width: integer("width"),
    height: integer("height"),
    key: text("key").notNull(),
    /** Uploading: the bytes are still being received. Files left in this state are swept, leaving ones with their bytes. */
    state: text("state", { enum: ["uploading", "ready", "leaving"] }).notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("drive_files_newest").on(table.enterpriseId, table.id),
    // The sum of the quota, which leaves out what customers sent.
    index("drive_files_counted")
      .on(table.enterpriseId, table.bytes)
      .where(sql`state = 'ready' AND use <> 'inbound'`),
    index("drive_files_uploading").on(table.state, table.createdAt),
  ],
);
