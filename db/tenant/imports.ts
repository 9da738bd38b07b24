import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";
import { customers, type FieldValues } from "#db/tenant/customers.ts";
import type { ColumnTarget, ImportCounts, ImportState } from "#workers/contract/endpoints/imports.ts";
import type { ListOptIn } from "#workers/contract/opt-in.ts";

/**
 * A file that was uploaded, or is being uploaded. Its parts are objects in R2 under its id, so that a part sent twice
 * is stored once.
 */
export const importFiles = sqliteTable(
  "import_files",
  {
    ...id,
    ...tenant,
    name: text("name").notNull(),
    bytes: integer("bytes").notNull(),
    /** Its format; null until all parts have arrived and been examined. */
    format: text("format", { mode: "json" }).$type<FileFormat>(),
    ...timestamps,
  },
  (table) => [index("import_files_oldest").on(table.updatedAt)],
);

/** The format of a file. `bodyStart` is the byte after the header row, `bodyLine` the line that begins there. */
export interface FileFormat {
  encoding: Encoding;
  delimiter: string;
  headers: string[];
  bodyStart: number;
  bodyLine: number;
  /** Rows that are not blank, where they were counted: those of a file of recipients. */
  rows?: number;
  /** How many different ones are in the columns that seemed to have numbers and mail addresses, counted with the rows. */
  distinctIn?: { column: number; count: number }[];
}

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/**
 * An import of customers: a file in R2 that is read in pages. A page's customers, rejected rows, counts and the offset
 * up to which the file is read are one transaction, so that a repeated page changes nothing.
 */
export const customerImports = sqliteTable(
  "customer_imports",
  {
    ...id,
    ...tenant,
    fileName: text("file_name").notNull(),
    /** The file's id; a file is imported at most once. */
    file: text("file").notNull(),
    bytes: integer("bytes").notNull(),
    encoding: text("encoding").$type<Encoding>().notNull(),
    delimiter: text("delimiter").notNull(),
    headers: text("headers", { mode: "json" }).$type<string[]>().notNull(),
    /** Mapping of the file's columns, in their order. */
    mapping: text("mapping", { mode: "json" }).$type<ColumnTarget[]>().notNull(),
    /** The proof that its people agreed to offers, and the time that counts as theirs. */
    optIn: text("opt_in", { mode: "json" }).$type<ListOptIn & { at: number }>(),
    state: text("state").$type<ImportState>().notNull(),
    /** Reason why the file could not be read. */
    reason: text("reason").notNull().default(""),
    /**
     * The byte up to which the file is processed, always between two rows, and the line that begins there. While
     * undoing: the customer up to whom it is undone, and how many that were.
     */
    cursor: integer("cursor").notNull(),
    line: integer("line").notNull(),
    counts: text("counts", { mode: "json" }).$type<ImportCounts>().notNull(),
    /** Recent throughput. */
    rowsPerSecond: real("rows_per_second"),
    /** Groups and labels that it created; undoing it removes those that nothing else uses. */
    createdTaggings: text("created_marks", { mode: "json" }).$type<string[]>().notNull(),
    /** The running or last undo takes back customers that were edited since, too. */
    undoEdited: integer("undo_edited", { mode: "boolean" }).notNull().default(false),
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

/** A rejected row, byte for byte as in the file, with every reason. `line` counts the file's lines from 1. */
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

/** Effect of an import on a customer, for undoing it. */
export const importChanges = sqliteTable(
  "import_changes",
  {
    ...ofImport,
    ...tenant,
    customer: integer("customer")
      .notNull()
      .references(() => customers.number, { onDelete: "cascade" }),
    /** The customer's state before; null if there was no such customer. */
    before: text("before", { mode: "json" }).$type<CustomerBefore>(),
    /** The customer's revision after the import; a different one means that somebody has edited them since. */
    revision: integer("revision").notNull(),
    /** Groups and labels that the import added to the customer. */
    taggings: text("marks", { mode: "json" }).$type<string[]>().notNull(),
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

/** Numbers that a check of a file has met so far, to find duplicates. Emptied when the check ends. */
export const importNumbers = sqliteTable(
  "import_numbers",
  { ...ofImport, phone: text("phone").notNull() },
  (table) => [primaryKey({ columns: [table.importId, table.phone] })],
);

/**
 * A page of a check and what its rows would become, so that each group can be read from the file again just as it was
 * counted: the place, the bytes that were asked for there, and a letter for each row that is not blank.
 */
export const importPages = sqliteTable(
  "import_pages",
  {
    ...ofImport,
    ...tenant,
    cursor: integer("cursor").notNull(),
    line: integer("line").notNull(),
    bytes: integer("bytes").notNull(),
    groups: text("groups").notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.cursor] })],
);
