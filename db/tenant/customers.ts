import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";

/** Values of the enterprise's own fields, by the field's id. */
export type FieldValues = Record<string, string>;

/**
 * A person whom an enterprise talks to. A deleted customer keeps the row until erasure, so that deleting can be undone.
 * Among customers that are not deleted a phone number is unique.
 */
export const customers = sqliteTable(
  "customers",
  {
    /** Rises with every customer: the order of the list, and the key of a customer in taggings and the search index. */
    number: integer("number").primaryKey({ autoIncrement: true }),
    id: text("id").notNull(),
    ...tenant,
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    /** E.164. */
    phone: text("phone").notNull(),
    /** The number as it was entered. */
    phoneTyped: text("phone_typed").notNull(),
    whatsapp: text("whatsapp").notNull().default(""),
    facebookId: text("facebook_id").notNull().default(""),
    instaId: text("insta_id").notNull().default(""),
    twitterId: text("twitter_id").notNull().default(""),
    data: text("data", { mode: "json" }).$type<FieldValues>().notNull(),
    /** Values of deleted fields, until the trash is emptied. */
    archive: text("archive", { mode: "json" }).$type<FieldValues>(),
    /** The searchable text: name, numbers, ids, and the values of fields that are searchable. */
    search: text("search").notNull(),
    deletedAt: integer("deleted_at"),
    /** The bulk job that deleted the customer, so that it can be undone as a whole. */
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
    // The trash: for listing and emptying it, and for jobs that work through all customers.
    index("customers_deleted")
      .on(table.enterpriseId, table.deletedAt, table.number)
      .where(sql`deleted_at IS NOT NULL`),
    index("customers_deleted_number")
      .on(table.enterpriseId, table.number)
      .where(sql`deleted_at IS NOT NULL`),
  ],
);

/** A group or a label: the same thing under two names, distinguished by `kind`. */
export const taggings = sqliteTable(
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

/** Join table: the customers in a group or with a label. */
export const customerTaggings = sqliteTable(
  "customer_marks",
  {
    ...tenant,
    taggingId: text("mark_id")
      .notNull()
      .references(() => taggings.id, { onDelete: "cascade" }),
    customer: integer("customer")
      .notNull()
      .references(() => customers.number, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.taggingId, table.customer] }),
    index("customer_marks_customer").on(table.customer),
  ],
);

/**
 * Changes of one operation (a job, or one call) to groups and labels of customers, kept for as long as it can be
 * undone. No foreign keys: a customer erased by then is skipped.
 */
export const taggingChanges = sqliteTable(
  "mark_changes",
  {
    ...tenant,
    work: text("work").notNull(),
    customer: integer("customer").notNull(),
    taggingId: text("mark_id").notNull(),
    /** True if taken off, false if put on. */
    taken: integer("taken", { mode: "boolean" }).notNull(),
    at: integer("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.work, table.customer, table.taggingId] }),
    index("mark_changes_oldest").on(table.at),
  ],
);

/** Two customers who look alike and are not the same person, the older one first: neither is suggested for the other. */
export const customerDistinct = sqliteTable(
  "customer_distinct",
  {
    ...tenant,
    customer: integer("customer")
      .notNull()
      .references(() => customers.number, { onDelete: "cascade" }),
    other: integer("other")
      .notNull()
      .references(() => customers.number, { onDelete: "cascade" }),
    at: integer("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customer, table.other] }),
    index("customer_distinct_other").on(table.other),
  ],
);

/** A custom field of the customers. `position` counts from 0 without gaps. */
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
    /** The remaining properties as on the wire. */
    rules: text("rules", { mode: "json" })
      .$type<
        Omit<
          CustomerField,
          | "_id"
          | "index"
          | "fieldName"
          | "fieldLabel"
          | "revision"
          | "fixed"
          | "hasData"
          | "validations"
          | "category"
        > & { category?: string }
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

/** A person's saved view of the customers' list: filters and columns under a name. */
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
    /** Ids of the visible columns, in order; null: all. */
    columns: text("columns", { mode: "json" }).$type<string[]>(),
    ...timestamps,
  },
  (table) => [uniqueIndex("customer_views_name").on(table.enterpriseId, table.userId, table.nameKey)],
);

/** Records that somebody was erased, without identifying them. */
export const erasureReceipts = sqliteTable(
  "erasure_receipts",
  {
    ...id,
    ...tenant,
    at: integer("at").notNull(),
    userId: text("user_id").notNull(),
    /**
     * HMAC-SHA-256 of the phone number under a key of the enterprise's: proves an erasure to people who know the
     * number.
     */
    phoneHash: text("phone_hash").notNull(),
    /** The receipt key that made the hash; 0 for one made before there were such keys. */
    keyVersion: integer("key_version").notNull().default(0),
    /** Counts of removed data, by kind. */
    removed: text("removed", { mode: "json" }).$type<Record<string, number>>().notNull(),
  },
  (table) => [index("erasure_receipts_newest").on(table.enterpriseId, table.at)],
);
