import { z } from "zod";
import { recipientStatuses } from "../broadcast.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint, holding } from "../endpoint.ts";
import { fieldFilters } from "../field-filter.ts";
import { collapse, paging, revision, text, time } from "../fields.ts";
import { id } from "../ids.ts";
import { said } from "../said.ts";

/** The customer master: people with a phone number, the enterprise's own fields, groups and labels. */

export const CUSTOMERS_PAGE = 10;
/** The built-in length limits of a name, in characters. */
export const NAME_LENGTH = { min: 2, max: 30 } as const;
/**
 * Length limits of a phone number in E.164, with its plus: four regions have shorter ones, which are refused (with a
 * reason).
 */
export const PHONE_LENGTH = { min: 10, max: 100_000 } as const;
/** Most customers that one call can name; more are a job. */
export const MOST_NAMED = 5_000;
/** After this time in the trash a customer or a field is deleted permanently. */
export const TRASH_DAYS = 30;

export const customerAccess = holding("CUSTOMER.VIEW");
export const customerEdit = holding("CUSTOMER.EDIT");
export const customerDelete = holding("CUSTOMER.DELETE");
export const customerExport = holding("CUSTOMER.EXPORT");
export const customerMaster = "/chatbird/api/customer_master";
const all = `${customerMaster}/customers`;
export const oneCustomer = `${all}/:id`;
export const params = z.object({ id });

/** Ids of customers, groups or labels that are listed one by one. */
export const namedIds = z.array(id).max(MOST_NAMED, errorsTexts.tooMany(MOST_NAMED));

/** Orders of the list: by when they were added, or by name. */
export const customerOrders = ["newest", "oldest", "name", "nameDown"] as const;
export type CustomerOrder = (typeof customerOrders)[number];
/** Most groups, and most labels, that a row of the list names. */
export const ROW_TAGGINGS = 5;

/**
 * Filter: customers that match the search and all conditions on their own fields, are in one of the groups and have one of
 * the labels. Empty: everybody.
 */
export const customerFilter = {
  search: text(200).default(""),
  groups: z.array(id).max(50, errorsTexts.tooMany(50)).default([]),
  tags: z.array(id).max(50, errorsTexts.tooMany(50)).default([]),
  fields: fieldFilters
    .optional()
    .meta({ description: "Conditions on own fields, as JSON; all of them hold" }),
};

export const notBlank = (label: string) =>
  z
    .string(texts.required(label))
    .max(1_000, errorsTexts.tooLong(1_000))
    .refine((value) => value !== "", texts.required(label))
    .refine((value) => value === "" || value.trim() !== "", texts.whitespaceOnly(label))
    .overwrite(collapse);

const socialId = text(200).default("");

/** Rules shared by the form and the server; custom fields are checked by `customer-values.ts`. */
export const customerFields = z.object({
  name: notBlank(texts.name),
  phoneNumber: notBlank(texts.phoneNumber),
  whatsAppNumber: socialId,
  facebookId: socialId,
  instaId: socialId,
  twitterId: socialId,
  data: z
    .array(z.object({ id: z.string().max(100), value: z.string().max(10_000, errorsTexts.tooLong(10_000)) }))
    .max(500, errorsTexts.tooMany(500))
    .default([]),
  groups: namedIds.default([]),
  tags: namedIds.default([]),
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

const rowTaggings = z.object({
  names: z.array(z.string()).meta({ description: `At most ${ROW_TAGGINGS}, by name` }),
  more: z.boolean(),
});
export const listedCustomer = customerRow.extend({
  /** The number as people read it. */
  phoneShown: z.string(),
  createdAt: time,
  groups: rowTaggings,
  tags: rowTaggings,
});
export type ListedCustomer = z.infer<typeof listedCustomer>;

export const listCustomers = endpoint({
  method: "GET",
  path: all,
  summary:
    "Customers, the newest first or in another order; `headers` names the columns that `details` holds",
  access: customerAccess,
  key: "customers.read",
  query: z.object({
    ...paging(CUSTOMERS_PAGE),
    ...customerFilter,
    order: z.enum(customerOrders).default("newest"),
  }),
  reply: z.object({
    customers: z.object({
      customers: z.array(listedCustomer),
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
  key: "customers.read",
  query: z.object({ ...customerFilter, atMost: z.int().min(1).max(1_000_000).optional() }),
  reply: z.object({ count: z.int(), more: z.boolean() }),
  under: "data",
});

export const exportCustomers = endpoint({
  method: "GET",
  path: `${all}/export`,
  summary: "The customers that match, as a CSV that imports back to the same customers",
  access: customerExport,
  query: z.object(customerFilter),
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});

export const getCustomer = endpoint({
  method: "GET",
  path: oneCustomer,
  summary: "One customer",
  access: customerAccess,
  key: "customers.read",
  params,
  reply: z.object({ customer }),
  under: "data",
});

export const deletedCustomer = z.object({
  id: z.string(),
  name: z.string(),
  phoneNumber: z.string(),
  deletedAt: time,
  /** Name of the person who deleted the customer. */
  deletedBy: z.string(),
});
export type DeletedCustomer = z.infer<typeof deletedCustomer>;

export const getDeletedCustomer = endpoint({
  method: "GET",
  path: `${oneCustomer}/deleted`,
  summary: "A customer in the trash, who can be restored or erased",
  access: customerAccess,
  params,
  reply: z.object({ customer: deletedCustomer }),
  under: "data",
});

export const saveCustomer = endpoint({
  method: "POST",
  path: all,
  summary: "Creates a customer, or changes the one that `id` names; a phone number belongs to one customer",
  access: customerEdit,
  key: "customers.write",
  body: customerFields.extend({ id: id.optional(), revision }),
  reply: z.object({ customer }),
  under: "data",
});

export const deleteCustomer = endpoint({
  method: "DELETE",
  path: oneCustomer,
  summary: "Deletes a customer; `restore` takes that back",
  access: customerDelete,
  params,
  reply: z.null(),
  under: "data",
});

export const restoreCustomer = endpoint({
  method: "POST",
  path: `${oneCustomer}/restore`,
  summary: "Brings a deleted customer back, unless the phone number has a new owner (409)",
  access: customerDelete,
  params,
  reply: z.object({ customer }),
  under: "data",
});

export const historyKinds = [
  "created",
  "changed",
  "imported",
  "merged",
  "deleted",
  "restored",
  "exported",
  "systemSent",
  "broadcastSent",
  "formAnswered",
  "chatBegun",
  "botTalked",
] as const;

export const customerHistory = endpoint({
  method: "GET",
  path: `${oneCustomer}/history`,
  summary:
    "What happened to a customer, the newest first: edits, imports, chats, and what systems and broadcasts sent them",
  access: customerAccess,
  params,
  query: z.object(paging(20)),
  reply: z.object({
    events: z.array(
      z.object({
        at: time,
        kind: z.enum(historyKinds),
        by: z.string(),
        /** The import's id and file, the fields that changed, the template that was sent, or the form that was answered. */
        importId: z.string().nullable(),
        text: z.string(),
        /** Of what was sent: its message, and what became of it. */
        sent: z
          .object({
            id: z.string(),
            channel: z.string(),
            broadcastId: z.string().nullable(),
            broadcast: z.string(),
            status: z.enum(recipientStatuses),
            reason: said(),
          })
          .nullable(),
        /** Of a chat that began, which `by` took: its channel, and the bot that talked with them. */
        chat: z.object({ id: z.string(), channel: z.string(), bot: z.string() }).nullable(),
        /** Of a bot session that began: its id, its bot, and how many messages it had. */
        talk: z.object({ id: z.string(), agentId: z.string(), bot: z.string(), turns: z.int() }).nullable(),
      }),
    ),
    hasMore: z.boolean(),
    archivedUntil: time.nullable().meta({
      description: "When the latest of their broadcasts began that is in the archive; null for none",
    }),
  }),
  under: "data",
});

export const customerDuplicates = endpoint({
  method: "GET",
  path: `${oneCustomer}/duplicates`,
  summary:
    "Customers who may be the same person: the same name, WhatsApp number, mail address or social id; without those who were told apart",
  access: customerAccess,
  params,
  reply: z.object({
    duplicates: z.array(customerRow.extend({ because: z.array(z.string()) })),
  }),
  under: "data",
});

export const tellCustomersApart = endpoint({
  method: "POST",
  path: `${oneCustomer}/distinct`,
  summary: "Says that another customer is somebody else: neither is suggested for the other again",
  access: customerEdit,
  params,
  body: z.object({ from: id }),
  reply: z.null(),
  under: "data",
});

export const mergeCustomers = endpoint({
  method: "POST",
  path: `${oneCustomer}/merge`,
  summary:
    "Takes what another customer has and this one lacks, with their groups and labels, and deletes the other; needs CUSTOMER.EDIT as well",
  access: customerDelete,
  anew: true,
  params,
  body: z.object({ from: id }),
  reply: z.object({ customer }),
  under: "data",
});
