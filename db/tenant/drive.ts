import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";

/** Files of the enterprise's drive: the row says what it is, R2 has the bytes under a key that nobody can guess. */
export const driveFiles = sqliteTable(
  "drive_files",
  {
    ...id,
    ...tenant,
    /** What it is for: profile, logo, media … decides which rules it had to keep. */
    use: text("use").notNull(),
    name: text("name").notNull(),
    /** By its content, not by its name. */
    mediaType: text("media_type").notNull(),
    bytes: integer("bytes").notNull(),
    width: integer("width"),
    height: integer("height"),
    key: text("key").notNull(),
    /** Uploading: the bytes are still on their way; what stays so is swept. */
    state: text("state", { enum: ["uploading", "ready"] }).notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("drive_files_newest").on(table.enterpriseId, table.id),
    index("drive_files_uploading").on(table.state, table.createdAt),
  ],
);
