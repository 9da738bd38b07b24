import { z } from "zod";
import { importsTexts as texts } from "#texts/imports.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, paging, time } from "../fields.ts";
import { id } from "../ids.ts";
import { listOptIn } from "../opt-in.ts";
import { customerMaster } from "./customers.ts";
import { said } from "../said.ts";

/** CSV import of customers: upload, column mapping, dry run, import, errors, undo. */

export const UPLOADS_PAGE = 10;
export const ERRORS_PAGE = 15;
/** Files are uploaded in parts of this size, the last one smaller: a lost part is sent again, not the whole file. */
export const PART_BYTES = 8 * 1024 * 1024;
export const MAX_FILE_BYTES = 1024 * 1024 * 1024;
export const MOST_COLUMNS = 1_000;

const params = z.object({ id });
const importing = holding("CUSTOMER.IMPORT");
/** Files of recipients are sent in the same way. */
const sending = holding("CUSTOMER.IMPORT", "CAMPAIGNS.CREATE", "CAMPAIGNS.EDIT");
/** People who see customers also see where those came from. */
const reading = holding("CUSTOMER.VIEW", "CUSTOMER.IMPORT");

/**
 * A file is checked (CHECKING → CHECKED) or imported at once (WAITING → PROCESSING → COMPLETED). ERROR: the file itself
 * cannot be read. STOPPED can be resumed; UNDOING reverts the import's effects.
 */
export const importStates = [
  "CHECKING",
  "CHECKED",
  "WAITING",
  "PROCESSING",
  "STOPPED",
  "COMPLETED",
  "ERROR",
  "UNDOING",
  "UNDONE",
] as const;
export type ImportState = (typeof importStates)[number];

export const importCounts = z.object({
  total: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  created: z.int(),
  updated: z.int(),
  /** Rows with a number that an earlier row has too: the last of them counts. */
  duplicates: z.int(),
  /** Of an undone import: customers that were edited since and stayed as they are; a second undo can take them. */
  kept: z.int(),
});
export type ImportCounts = z.infer<typeof importCounts>;

/** Target of a column: built-in data of a customer, a custom field (`field:` and its id), or nothing. */
export const standardTargets = [
  "name",
  "phoneNumber",
  "whatsAppNumber",
  "facebookId",
  "instaId",
  "twitterId",
  "groups",
  "tags",
] as const;
export const columnTarget = z.union([
  z.enum(standardTargets),
  z.templateLiteral(["field:", z.string()]),
  z.literal(""),
]);
export type ColumnTarget = z.infer<typeof columnTarget>;

export const customerImport = z.object({
  uploadId: z.string(),
  file: z.object({ name: z.string(), bytes: z.int() }),
  totalLines: z.int(),
  acceptedLines: z.int(),
  errorLines: z.int(),
  completedTimeStr: time.nullable(),
  state: z.enum(importStates),
  reason: said(),
  /** True if anything was imported; false for a check. */
  begun: z.boolean(),
  counts: importCounts,
  /** 0 to 1, by bytes. */
  progress: z.number(),
  rowsPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  headers: z.array(z.string()),
  mapping: z.array(columnTarget),
  /** The proof that its people agreed to offers; null where it says nothing of it. */
  optIn: listOptIn.nullable(),
  startedBy: z.string(),
  createdAt: time,
});
export type CustomerImport = z.infer<typeof customerImport>;

export const sampleCsv = endpoint({
  method: "GET",
  path: `${customerMaster}/sample`,
  summary: "Sample.csv, made of the enterprise's own definitions",
  access: importing,
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});

export const beginUpload = endpoint({
  method: "POST",
  path: `${customerMaster}/upload`,
  summary: "Begins to send a file; its parts follow",
  access: sending,
  body: z.object({
    name: name(texts.fileMissing, 255),
    bytes: z.int().min(0).max(MAX_FILE_BYTES, texts.fileTooLarge),
    type: z.string().max(200).default(""),
  }),
  reply: z.object({ path: z.string(), partBytes: z.int(), parts: z.int() }),
  under: "data",
});

export const sendPart = endpoint({
  method: "PUT",
  path: `${customerMaster}/upload/:id/:part`,
  summary: "One part of a file, as its bytes; parts count from 1, and a part that is sent twice is one",
  access: sending,
  perMinute: 1_200,
  params: z.object({ id: z.string().max(200), part: z.coerce.number().int().min(1).max(10_000) }),
  stream: { maxBytes: PART_BYTES },
  reply: z.object({ part: z.int() }),
  under: "data",
});

export const inspectFile = endpoint({
  method: "POST",
  path: `${customerMaster}/upload/inspect`,
  summary:
    "Closes a file whose parts are all there, and says how it reads: encoding, separator, headers, first rows, and what its columns may be",
  access: importing,
  body: z.object({ path: z.string().min(1).max(200) }),
  reply: z.object({
    path: z.string(),
    encoding: z.string(),
    delimiter: z.string(),
    headers: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    mapping: z.array(columnTarget),
  }),
  under: "data",
});

export const startImport = endpoint({
  method: "POST",
  path: `${customerMaster}/customers_csv`,
  summary:
    "Imports a file that was sent (`file.path`). Without a mapping the headers decide; `dryRun` only counts, and `start` then does it",
  access: importing,
  perMinute: 60,
  body: z.object({
    file: z.object({
      name: name(texts.fileMissing, 255),
      path: z.string().min(1).max(200),
      source: z.string().max(20).default("URL"),
    }),
    mapping: z.array(columnTarget).max(MOST_COLUMNS).optional(),
    dryRun: z.boolean().default(false),
    optIn: listOptIn.nullable().optional().meta({
      description:
        "Its people agreed to offers: kept for each of them as proof, but for whoever has refused; an undo takes it back",
    }),
  }),
  reply: customerImport,
  under: "data",
});

export const importSteps = ["start", "stop", "resume", "undo"] as const;

export const stepImport = endpoint({
  method: "POST",
  path: `${customerMaster}/uploads/:id/:step`,
  summary:
    "Starts what was checked, stops, goes on, or undoes (with `edited` also customers that were edited since); 409 where the state does not allow it",
  access: importing,
  params: z.object({ id, step: z.enum(importSteps) }),
  body: z.object({ edited: z.boolean().default(false) }),
  reply: customerImport,
  under: "data",
});

export const previewUndo = endpoint({
  method: "GET",
  path: `${customerMaster}/uploads/:id/undo`,
  summary: "How many customers an undo would remove and restore, and how many were edited since",
  access: importing,
  params,
  reply: z.object({
    /** Customers that the import created and nobody has edited since. */
    removed: z.int(),
    /** Customers that the import changed and nobody has edited since. */
    restored: z.int(),
    /** Customers edited since, by what an undo with `edited` does to them. */
    edited: z.object({ removed: z.int(), restored: z.int() }),
  }),
  under: "data",
});
export type UndoPreview = z.infer<typeof previewUndo.reply>;

export const listUploads = endpoint({
  method: "GET",
  path: `${customerMaster}/uploads`,
  summary: "Imports, the newest first",
  access: reading,
  query: z.object({
    ...paging(UPLOADS_PAGE),
    fromDate: z.iso.datetime({ local: true, offset: true }).optional(),
    toDate: z.iso.datetime({ local: true, offset: true }).optional(),
  }),
  reply: z.object({ customerCSVs: z.array(customerImport), hasMore: z.boolean() }),
  under: "data",
});

export const getUpload = endpoint({
  method: "GET",
  path: `${customerMaster}/uploads/:id`,
  summary: "One import",
  access: reading,
  params,
  reply: customerImport,
  under: "data",
});

export const errorRow = z.object({
  line: z.int(),
  lineStr: z.string(),
  errors: z.array(z.object({ message: said() })),
});

export const listErrors = endpoint({
  method: "GET",
  path: `${customerMaster}/errors`,
  summary: "The rows of an import (`entryId`) that were not taken, with every reason",
  access: reading,
  query: z.object({ ...paging(ERRORS_PAGE), entryId: id, search: z.string().max(200).default("") }),
  reply: z.object({
    customers: z.object({
      customers: z.array(errorRow),
      headers: z.array(z.object({ id: z.string(), name: z.string() })),
      hasMore: z.boolean(),
    }),
  }),
  under: "data",
});

export const errorsCsv = endpoint({
  method: "GET",
  path: `${customerMaster}/uploads/:id/errors`,
  summary: "The rows that were not taken as a CSV to mend and import again; the last column says why",
  access: importing,
  params,
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});

export const importGroups = ["created", "updated", "duplicates"] as const;

export const groupCsv = endpoint({
  method: "GET",
  path: `${customerMaster}/uploads/:id/rows/:group`,
  summary: "The rows of a check that would make customers, change them, or repeat a number, as in the file",
  access: importing,
  params: params.extend({ group: z.enum(importGroups) }),
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});
