import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";
import { customers, type FieldValues } from "#db/tenant/customers.ts";
import type { ColumnTarget, ImportCounts, ImportState } from "#workers/contract/endpoints/imports.ts";

/**
 * An import of customers: a file in R2 that is read in pages. A page's customers, rejected rows, counts and the place up
 * to which the file is read are one transaction, so that a page that comes twice changes nothing.
 */
export const customerImports = sqliteTable(
  "customer_imports",
  {
    ...id,
    ...tenant,
    fileName: text("file_name").notNull(),
    /** Where the file is in R2. */
    file: text("file").notNull(),
    bytes: integer("bytes").notNull(),
    encoding: text("encoding").notNull(),
    delimiter: text("delimiter").notNull(),
    headers: text("headers", { mode: "json" }).$type<string[]>().notNull(),
    /** What each column of the file is, in its order. */
    mapping: text("mapping", { mode: "json" }).$type<ColumnTarget[]>().notNull(),
    state: text("state").$type<ImportState>().notNull(),
    /** Why the file could not be read. */
    reason: text("reason").notNull().default(""),
    /** The byte up to which the file is done, always between two rows, and the line that begins there. */
    cursor: integer("cursor").notNull(),
    line: integer("line").notNull(),
    counts: text("counts", { mode: "json" }).$type<ImportCounts>().notNull(),
    startedBy: text("started_by").notNull(),
    startedAt: integer("started_at"),
    completedAt: integer("completed_at"),
    ...timestamps,
  },
  (table) => [index("customer_imports_newest").on(table.enterpriseId, table.createdAt, table.id)],
);

const ofImport = {
  importId: text("import_id")
    .notNull()
    .references(() => customerImports.id, { onDelete: "cascade" }),
};

/** A row that was not taken, byte for byte as it stood in the file, with every reason. `line` counts the file's lines from 1. */
export const importErrors = sqliteTable(
  "import_errors",
  {
    ...ofImport,
    ...tenant,
    line: integer("line").notNull(),
    row: text("row").notNull(),
    errors: text("errors", { mode: "json" }).$type<string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.line] })],
);

/** What an import did to a customer, for undoing it. */
export const importChanges = sqliteTable(
  "import_changes",
  {
    ...ofImport,
    ...tenant,
    customer: integer("customer")
      .notNull()
      .references(() => customers.number, { onDelete: "cascade" }),
    /** What the customer was before; null: he was not there. */
    before: text("before", { mode: "json" }).$type<CustomerBefore>(),
    /** The customer's revision after the import: another one says that somebody has changed him since. */
    revision: integer("revision").notNull(),
    /** Groups and labels that the import put him into. */
    marks: text("marks", { mode: "json" }).$type<string[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.customer] }),
    index("import_changes_customer").on(table.customer),
  ],
);

export interface CustomerBefore {
  name: string;
  phoneTyped: string;
  whatsapp: string;
  facebookId: string;
  instaId: string;
  twitterId: string;
  data: FieldValues;
}

/** Numbers that a check of a file has met so far: the second time is a duplicate. Emptied when the check ends. */
export const importNumbers = sqliteTable(
  "import_numbers",
  { ...ofImport, phone: text("phone").notNull() },
  (table) => [primaryKey({ columns: [table.importId, table.phone] })],
);
