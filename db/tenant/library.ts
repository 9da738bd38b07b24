import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { ArtifactData, ArtifactType } from "#workers/contract/library.ts";

/** The two kinds of owner: '' for what is shared, else the id of the only person who sees it. */
const owned = { ownerId: text("owner_id").notNull() };

/** Folders of the library; one within another has its owner. */
export const buckets = sqliteTable(
  "buckets",
  {
    ...id,
    ...tenant,
    ...owned,
    /** '' at the top. */
    parentId: text("parent_id").notNull().default(""),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    createdBy: text("created_by").notNull(),
    /** Made by an administrator: only administrators change it. */
    adminCreated: integer("admin_created", { mode: "boolean" }).notNull(),
    ...edited,
    ...timestamps,
  },
  (table) => [
    uniqueIndex("buckets_name").on(table.enterpriseId, table.ownerId, table.parentId, table.nameKey),
    index("buckets_parent").on(table.enterpriseId, table.parentId),
  ],
);

/** Documents, pictures, places, links, tags and canned messages that staff send again and again. */
export const artifacts = sqliteTable(
  "artifacts",
  {
    ...id,
    ...tenant,
    ...owned,
    type: integer("type").$type<ArtifactType>().notNull(),
    /** '' for everybody's; else people of this department alone are offered it. */
    departmentId: text("department_id").notNull().default(""),
    /** '' outside all buckets. */
    bucketId: text("bucket_id").notNull().default(""),
    data: text("data", { mode: "json" }).$type<ArtifactData>().notNull(),
    fileId: text("file_id"),
    /** The text that a search looks through, in small letters. */
    words: text("words").notNull(),
    createdBy: text("created_by").notNull(),
    adminCreated: integer("admin_created", { mode: "boolean" }).notNull(),
    ...edited,
    ...timestamps,
  },
  (table) => [
    index("artifacts_owner").on(table.enterpriseId, table.ownerId, table.updatedAt, table.id),
    index("artifacts_bucket").on(table.enterpriseId, table.bucketId),
    index("artifacts_file").on(table.fileId),
  ],
);
