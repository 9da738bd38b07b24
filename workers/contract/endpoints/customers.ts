import { z } from "zod";
import { messages } from "#app/messages.ts";
import { endpoint, holding } from "../endpoint.ts";
import { collapse, paging, revision, text, time } from "../fields.ts";
import { id } from "../ids.ts";

/** The customer master: people with a phone number, the enterprise's own fields, groups and labels. */

export const CUSTOMERS_PAGE = 10;
/** The built-in rule of a name, in characters. */
export const NAME_LENGTH = { min: 2, max: 30 } as const;
/** Of a phone number in E.164, with its plus: four regions have shorter ones, which are refused (with a reason). */
export const PHONE_LENGTH = { min: 10, max: 100_000 } as const;
/** So many customers are worked on at once when they are named one by one; more are a job. */
export const MOST_NAMED = 5_000;
/** After so long in the trash a customer or a field goes for good. */
export const TRASH_DAYS = 30;

const texts = messages.customers;
export const customerAccess = holding("CUSTOMER.VIEW");
export const customerMaster = "/chatbird/api/customer_master";
const all = `${customerMaster}/customers`;
const one = `${all}/:id`;
const params = z.object({ id });

const ids = z.array(id).max(MOST_NAMED, messages.errors.tooMany(MOST_NAMED));

/** Which customers: who matches the search, is in one of the groups and has one of the labels. Empty: everybody. */
export const customerFilter = {
  search: text(200).default(""),
  groups: z.array(id).max(50, messages.errors.tooMany(50)).default([]),
  tags: z.array(id).max(50, messages.errors.tooMany(50)).default([]),
};

const notBlank = (label: string) =>
  z
    .string(texts.required(label))
    .max(1_000, messages.errors.tooLong(1_000))
    .refine((value) => value !== "", texts.required(label))
    .refine((value) => value === "" || value.trim() !== "", texts.whitespaceOnly(label))
    .overwrite(collapse);

const socialId = text(200).default("");

/** What the form and the server check alike; the enterprise's own fields are checked by `customer-values.ts`. */
export const customerFields = z.object({
  name: notBlank(texts.name),
  phoneNumber: notBlank(texts.phoneNumber),
  whatsAppNumber: socialId,
  facebookId: socialId,
  instaId: socialId,
  twitterId: socialId,
  data: z
    .array(
      z.object({ id: z.string().max(100), value: z.string().max(10_000, messages.errors.tooLong(10_000)) }),
    )
    .max(500, messages.errors.tooMany(500))
    .default([]),
  groups: ids.default([]),
  tags: ids.default([]),
});

const named = z.object({ id: z.string(), name: z.string() });

export const customer = z.object({
  id: z.string(),
  name: z.string(),
  /** E.164. */
  phoneNumber: z.string(),
  phoneTyped: z.string(),
  whatsAppNumber: z.string(),
  facebookId: z.string(),
  instaId: z.string(),
  twitterId: z.string(),
  data: z.array(z.object({ id: z.string(), value: z.string() })),
  groups: z.array(named),
  tags: z.array(named),
  createdAt: time,
  updatedAt: time,
  updatedBy: z.string(),
  revision: z.int(),
});
export type Customer = z.infer<typeof customer>;

export const customerRow = z.object({
  id: z.string(),
  name: z.string(),
  phoneNumber: z.string(),
  /** One value for each of the headers. */
  details: z.array(z.string()),
});
export type CustomerRow = z.infer<typeof customerRow>;

export const listCustomers = endpoint({
  method: "GET",
  path: all,
  summary: "Customers, the newest first; `headers` names the columns that `details` holds",
  access: customerAccess,
  query: z.object({ ...paging(CUSTOMERS_PAGE), ...customerFilter }),
  reply: z.object({
    customers: z.object({
      customers: z.array(customerRow),
      hasMore: z.boolean(),
      headers: z.array(named),
    }),
  }),
  under: "data",
});

export const countCustomers = endpoint({
  method: "GET",
  path: `${all}/count`,
  summary: "How many customers match; with `atMost` counting ends there, and `more` says that it did",
  access: customerAccess,
  query: z.object({ ...customerFilter, atMost: z.int().min(1).max(1_000_000).optional() }),
  reply: z.object({ count: z.int(), more: z.boolean() }),
  under: "data",
});

export const exportCustomers = endpoint({
  method: "GET",
  path: `${all}/export`,
  summary: "The customers that match, as a CSV that imports back to the same customers",
  access: customerAccess,
  query: z.object(customerFilter),
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});

export const getCustomer = endpoint({
  method: "GET",
  path: one,
  summary: "One customer",
  access: customerAccess,
  params,
  reply: z.object({ customer }),
  under: "data",
});

export const deletedCustomer = z.object({
  id: z.string(),
  name: z.string(),
  phoneNumber: z.string(),
  deletedAt: time,
  /** Who deleted him, by name. */
  deletedBy: z.string(),
});
export type DeletedCustomer = z.infer<typeof deletedCustomer>;

export const getDeletedCustomer = endpoint({
  method: "GET",
  path: `${one}/deleted`,
  summary: "A customer in the trash: he can be restored, asked for his data, or erased",
  access: customerAccess,
  params,
  reply: z.object({ customer: deletedCustomer }),
  under: "data",
});

export const saveCustomer = endpoint({
  method: "POST",
  path: all,
  summary: "Creates a customer, or changes the one that `id` names; a phone number belongs to one customer",
  access: customerAccess,
  body: customerFields.extend({ id: id.optional(), revision }),
  reply: z.object({ customer }),
  under: "data",
});

export const deleteCustomer = endpoint({
  method: "DELETE",
  path: one,
  summary: "Deletes a customer; `restore` takes that back",
  access: customerAccess,
  params,
  reply: z.null(),
  under: "data",
});

export const restoreCustomer = endpoint({
  method: "POST",
  path: `${one}/restore`,
  summary: "Brings a deleted customer back, unless the phone number has a new owner (409)",
  access: customerAccess,
  params,
  reply: z.object({ customer }),
  under: "data",
});

/** What changed, and by which name `undoWork` takes it back. */
const workReply = z.object({ changed: z.int(), work: z.string() });
export const deleteCustomers = endpoint({
  method: "POST",
  path: `${customerMaster}/customers_deleted`,
  summary: "Deletes the customers that are named; `undoWork` takes that back",
  access: customerAccess,
  body: z.object({ customerIds: ids.min(1, texts.chooseCustomer) }),
  reply: workReply,
  under: "data",
});

export const undoWork = endpoint({
  method: "POST",
  path: `${customerMaster}/customers_undone`,
  summary:
    "Takes back a work on customers that were named: restores whom it deleted, takes off or puts on again what it changed of groups and labels; whose number has a new owner stays deleted",
  access: customerAccess,
  body: z.object({ work: id }),
  reply: z.object({ changed: z.int() }),
  under: "data",
});

const remove = z.boolean().default(false).meta({ description: "Take away instead" });

export const mapToGroups = endpoint({
  method: "POST",
  path: `${customerMaster}/customers_groups`,
  summary: "Puts customers into groups",
  access: customerAccess,
  body: z.object({
    groupIds: ids.min(1, texts.chooseGroup),
    customerIds: ids.min(1, texts.chooseCustomer),
    remove,
  }),
  reply: workReply,
  under: "data",
});

export const mapToLabels = endpoint({
  method: "POST",
  path: `${customerMaster}/customers_tags`,
  summary: "Attaches labels to customers",
  access: customerAccess,
  body: z.object({
    tagIds: ids.min(1, texts.chooseLabel),
    customerIds: ids.min(1, texts.chooseCustomer),
    remove,
  }),
  reply: workReply,
  under: "data",
});

export const bulkActions = ["mark", "unmark", "delete", "restore", "undo"] as const;

export const bulkWork = z.object({
  jobId: z.string(),
  action: z.enum(bulkActions),
  state: z.enum(["waiting", "running", "done", "failed"]),
  /** Customers that were looked at, and how many there are in all. */
  done: z.int(),
  total: z.int(),
  changed: z.int(),
  message: z.string(),
});
export type BulkWork = z.infer<typeof bulkWork>;

export const startBulk = endpoint({
  method: "POST",
  path: `${customerMaster}/bulk`,
  summary:
    "Works on all customers that match, as a job: puts marks (ids of groups and labels) on or takes them off, deletes, restores what the job `of` deleted, or undoes what it did to marks",
  access: customerAccess,
  body: z.object({
    action: z.enum(bulkActions),
    markIds: ids.default([]),
    filter: z.object(customerFilter).default({ search: "", groups: [], tags: [] }),
    of: id.optional(),
  }),
  reply: bulkWork,
  under: "data",
});

export const getBulk = endpoint({
  method: "GET",
  path: `${customerMaster}/bulk/:id`,
  summary: "How far a job over many customers is",
  access: customerAccess,
  params,
  reply: bulkWork,
  under: "data",
});

export const historyKinds = ["created", "changed", "imported", "merged", "deleted", "restored"] as const;

export const customerHistory = endpoint({
  method: "GET",
  path: `${one}/history`,
  summary:
    "What happened to a customer, the newest first: edits and imports; sends and chats follow when they exist",
  access: customerAccess,
  params,
  query: z.object(paging(20)),
  reply: z.object({
    events: z.array(
      z.object({
        at: time,
        kind: z.enum(historyKinds),
        by: z.string(),
        /** The import's id and file, or the fields that changed. */
        importId: z.string().nullable(),
        text: z.string(),
      }),
    ),
    hasMore: z.boolean(),
  }),
  under: "data",
});

export const customerDuplicates = endpoint({
  method: "GET",
  path: `${one}/duplicates`,
  summary: "Customers who may be the same person: the same name, WhatsApp number or social id",
  access: customerAccess,
  params,
  reply: z.object({
    duplicates: z.array(customerRow.extend({ because: z.array(z.string()) })),
  }),
  under: "data",
});

export const mergeCustomers = endpoint({
  method: "POST",
  path: `${one}/merge`,
  summary:
    "Takes what another customer has and this one lacks, with his groups and labels, and deletes the other",
  access: customerAccess,
  params,
  body: z.object({ from: id }),
  reply: z.object({ customer }),
  under: "data",
});

export const personalData = endpoint({
  method: "GET",
  path: `${one}/data`,
  summary: "All that is stored about a customer, be he in the trash, as a JSON or CSV file (GDPR 15, 20)",
  access: customerAccess,
  params,
  query: z.object({ format: z.enum(["json", "csv"]).default("json") }),
  reply: z.null(),
  under: "data",
  file: "application/octet-stream",
});

export const eraseCustomer = endpoint({
  method: "POST",
  path: `${one}/erase`,
  summary: "Erases a customer for good, be he in the trash, everywhere, and answers with a receipt (GDPR 17)",
  access: customerAccess,
  params,
  body: z
    .object({ confirm: z.string().max(200) })
    .meta({ description: "`confirm` repeats the customer's name" }),
  reply: z.object({
    receipt: z.object({
      id: z.string(),
      at: time,
      phoneHash: z.string(),
      removed: z.record(z.string(), z.int()),
    }),
  }),
  under: "data",
});

const markName = z
  .string(texts.fieldRequired)
  .max(100, messages.errors.tooLong(100))
  .overwrite(collapse)
  .refine((value) => value !== "", texts.fieldRequired)
  // In a file they part one group from the next.
  .refine((value) => !value.includes(";"), texts.noSemicolon);
export const markFields = z.object({ name: markName });

export const mark = z.object({ id: z.string(), name: z.string(), customers: z.int() });
export type Mark = z.infer<typeof mark>;
const searching = z.object({ search: text(200).default(""), ...paging(200) });
const marksReply = <Key extends "groups" | "tags">(key: Key) =>
  z.object({ [key]: z.array(mark), hasMore: z.boolean() } as { [K in Key]: z.ZodArray<typeof mark> } & {
    hasMore: z.ZodBoolean;
  });

export const listGroups = endpoint({
  method: "GET",
  path: `${customerMaster}/groups`,
  summary: "Groups by name, with how many customers each has",
  access: customerAccess,
  query: searching,
  reply: marksReply("groups"),
  under: "data",
});

export const saveGroup = endpoint({
  method: "POST",
  path: `${customerMaster}/groups`,
  summary: "Creates a group, or renames the one that `id` names",
  access: customerAccess,
  body: markFields.extend({ id: id.optional() }),
  reply: mark,
  under: "data",
});

export const deleteGroup = endpoint({
  method: "DELETE",
  path: `${customerMaster}/groups/:id`,
  summary: "Deletes a group; its customers stay",
  access: customerAccess,
  params,
  reply: z.null(),
  under: "data",
});

export const listLabels = endpoint({
  method: "GET",
  path: `${customerMaster}/tags`,
  summary: "Labels by name, with how many customers each has",
  access: customerAccess,
  query: searching,
  reply: marksReply("tags"),
  under: "data",
});

export const saveLabel = endpoint({
  method: "POST",
  path: `${customerMaster}/tags`,
  summary: "Creates a label, or renames the one that `id` names",
  access: customerAccess,
  body: markFields.extend({ id: id.optional() }),
  reply: mark,
  under: "data",
});

export const deleteLabel = endpoint({
  method: "DELETE",
  path: `${customerMaster}/tags/:id`,
  summary: "Deletes a label; its customers stay",
  access: customerAccess,
  params,
  reply: z.null(),
  under: "data",
});

const view = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  columns: z.array(z.string()).nullable(),
});
export type CustomerView = z.infer<typeof view>;

export const listViews = endpoint({
  method: "GET",
  path: `${customerMaster}/views`,
  summary: "The saved views of whoever asks",
  access: customerAccess,
  reply: z.object({ views: z.array(view) }),
  under: "data",
});

export const saveView = endpoint({
  method: "POST",
  path: `${customerMaster}/views`,
  summary: "Saves the list's filters and columns under a name; the same name is replaced",
  access: customerAccess,
  body: z.object({
    name: markName,
    query: z.string().max(5_000),
    columns: z.array(z.string().max(100)).max(500).nullable().default(null),
  }),
  reply: view,
  under: "data",
});

export const deleteView = endpoint({
  method: "DELETE",
  path: `${customerMaster}/views/:id`,
  summary: "Deletes a saved view",
  access: customerAccess,
  params,
  reply: z.null(),
  under: "data",
});
