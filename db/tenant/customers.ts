import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";

/** Values of the enterprise's own fields, by the field's id. */
export type FieldValues = Record<string, string>;

/**
 * Someone whom an enterprise talks to. Who was deleted keeps his row until he is erased, so that deleting can be undone;
 * of those that are there a phone number belongs to one.
 */
export const customers = sqliteTable(
  "customers",
  {
    /** Rises with every customer: the list's order, and what marks and the search index name a customer by. */
    number: integer("number").primaryKey({ autoIncrement: true }),
    id: text("id").notNull(),
    ...tenant,
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    /** E.164. */
    phone: text("phone").notNull(),
    /** The number as somebody wrote it. */
    phoneTyped: text("phone_typed").notNull(),
    whatsapp: text("whatsapp").notNull().default(""),
    facebookId: text("facebook_id").notNull().default(""),
    instaId: text("insta_id").notNull().default(""),
    twitterId: text("twitter_id").notNull().default(""),
    data: text("data", { mode: "json" }).$type<FieldValues>().notNull(),
    /** Values of fields that were deleted, until the trash is emptied. */
    archive: text("archive", { mode: "json" }).$type<FieldValues>(),
    /** All that the search looks through: name, numbers, ids, and the values of fields that say so. */
    search: text("search").notNull(),
    deletedAt: integer("deleted_at"),
    /** The job that deleted him with many others, so that it can be taken back as a whole. */
    deletedBy: text("deleted_by"),
    ...edited,
    ...timestamps,
  },
  (table) => [
    uniqueIndex("customers_id").on(table.id),
    uniqueIndex("customers_phone")
      .on(table.enterpriseId, table.phone)
      .where(sql`deleted_at IS NULL`),
    index("customers_newest")
      .on(table.enterpriseId, table.number)
      .where(sql`deleted_at IS NULL`),
    index("customers_name")
      .on(table.enterpriseId, table.nameKey)
      .where(sql`deleted_at IS NULL`),
    index("customers_deleted_by")
      .on(table.deletedBy, table.number)
      .where(sql`deleted_by IS NOT NULL`),
    // The trash: as it is listed and emptied, and as work on all customers goes through it.
    index("customers_deleted")
      .on(table.enterpriseId, table.deletedAt, table.number)
      .where(sql`deleted_at IS NOT NULL`),
    index("customers_deleted_number")
      .on(table.enterpriseId, table.number)
      .where(sql`deleted_at IS NOT NULL`),
  ],
);

/** A group or a label: one thing under two names, told apart by `kind`. */
export const marks = sqliteTable(
  "marks",
  {
    ...id,
    ...tenant,
    kind: text("kind", { enum: ["group", "label"] }).notNull(),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    ...timestamps,
  },
  (table) => [uniqueIndex("marks_name").on(table.enterpriseId, table.kind, table.nameKey)],
);

/** Which customers are in a group or have a label. */
export const customerMarks = sqliteTable(
  "customer_marks",
  {
    ...tenant,
    markId: text("mark_id")
      .notNull()
      .references(() => marks.id, { onDelete: "cascade" }),
    customer: integer("customer")
      .notNull()
      .references(() => customers.number, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.markId, table.customer] }),
    index("customer_marks_customer").on(table.customer),
  ],
);

/**
 * What a work (a job, or one call) has done to groups and labels of customers, so that it can be taken back; kept for as long
 * as anybody may want to. Without references: who is gone by then is passed over.
 */
export const markChanges = sqliteTable(
  "mark_changes",
  {
    ...tenant,
    work: text("work").notNull(),
    customer: integer("customer").notNull(),
    markId: text("mark_id").notNull(),
    /** Taken off; otherwise it was put on. */
    taken: integer("taken", { mode: "boolean" }).notNull(),
    at: integer("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.work, table.customer, table.markId] }),
    index("mark_changes_oldest").on(table.at),
  ],
);

/** A field of the customers that the enterprise has defined for itself. `position` counts from 0 without gaps. */
export const customerFields = sqliteTable(
  "customer_fields",
  {
    ...id,
    ...tenant,
    position: integer("position").notNull(),
    fieldName: text("field_name").notNull(),
    nameKey: text("name_key").notNull(),
    fieldLabel: text("field_label").notNull(),
    labelKey: text("label_key").notNull(),
    /** The rest of it as on the wire. */
    rules: text("rules", { mode: "json" })
      .$type<
        Omit<CustomerField, "_id" | "index" | "fieldName" | "fieldLabel" | "revision" | "fixed" | "hasData">
      >()
      .notNull(),
    /** In the trash: its values are in the customers' archive. */
    deletedAt: integer("deleted_at"),
    ...edited,
    ...timestamps,
  },
  (table) => [
    uniqueIndex("customer_fields_name")
      .on(table.enterpriseId, table.nameKey)
      .where(sql`deleted_at IS NULL`),
    uniqueIndex("customer_fields_label")
      .on(table.enterpriseId, table.labelKey)
      .where(sql`deleted_at IS NULL`),
    index("customer_fields_order").on(table.enterpriseId, table.position),
    index("customer_fields_deleted")
      .on(table.enterpriseId, table.deletedAt, table.id)
      .where(sql`deleted_at IS NOT NULL`),
  ],
);

/** Filters and columns of the customers' list under a name, for one person. */
export const customerViews = sqliteTable(
  "customer_views",
  {
    ...id,
    ...tenant,
    userId: text("user_id").notNull(),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    /** The list's address: search, groups and labels. */
    query: text("query").notNull(),
    /** Ids of the columns that are shown, in their order; null: all. */
    columns: text("columns", { mode: "json" }).$type<string[]>(),
    ...timestamps,
  },
  (table) => [uniqueIndex("customer_views_name").on(table.enterpriseId, table.userId, table.nameKey)],
);

/** Says that somebody was erased, without saying who he was. */
export const erasureReceipts = sqliteTable(
  "erasure_receipts",
  {
    ...id,
    ...tenant,
    at: integer("at").notNull(),
    userId: text("user_id").notNull(),
    /** HMAC-SHA-256 of the phone number under a key of the enterprise's: proves an erasure to who knows the number. */
    phoneHash: text("phone_hash").notNull(),
    /** What was removed, by kind. */
    removed: text("removed", { mode: "json" }).$type<Record<string, number>>().notNull(),
  },
  (table) => [index("erasure_receipts_newest").on(table.enterpriseId, table.at)],
);
