import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";
import { customers, type FieldValues } from "#db/tenant/customers.ts";
import type { ColumnTarget, ImportCounts, ImportState } from "#workers/contract/endpoints/imports.ts";

/** A file that was sent, or is being sent: its parts are objects in R2 under its id, so that a part sent twice is one. */
export const importFiles = sqliteTable(
  "import_files",
  {
    ...id,
    ...tenant,
    name: text("name").notNull(),
    bytes: integer("bytes").notNull(),
    /** How it reads; null until all parts have arrived and were looked into. */
    format: text("format", { mode: "json" }).$type<FileFormat>(),
    ...timestamps,
  },
  (table) => [index("import_files_oldest").on(table.updatedAt)],
);

/** How a file reads. `bodyStart` is the byte behind the header's row, `bodyLine` the line that begins there. */
export interface FileFormat {
  encoding: Encoding;
  delimiter: string;
  headers: string[];
  bodyStart: number;
  bodyLine: number;
}

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

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
    /** Its id among the files; one file is imported once. */
    file: text("file").notNull(),
    bytes: integer("bytes").notNull(),
    encoding: text("encoding").$type<Encoding>().notNull(),
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
    /** How fast it has been lately. */
    rowsPerSecond: real("rows_per_second"),
    /** Groups and labels that it created, to be taken away with it when nobody else uses them. */
    createdMarks: text("created_marks", { mode: "json" }).$type<string[]>().notNull(),
    startedBy: text("started_by").notNull(),
    startedAt: integer("started_at"),
    completedAt: integer("completed_at"),
    ...timestamps,
  },
  (table) => [
    index("customer_imports_newest").on(table.enterpriseId, table.createdAt, table.id),
    uniqueIndex("customer_imports_file").on(table.file),
  ],
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
  revision: number;
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
