import { z } from "zod";
import { customersTexts as texts } from "#texts/customers.ts";
import { endpoint, holding } from "../endpoint.ts";
import { jobProgress } from "../jobs.ts";
import { id } from "../ids.ts";
import type { Permission } from "../permissions.ts";
import { customerAccess, customerDelete, customerFilter, customerMaster, namedIds } from "./customers.ts";

/** Bulk operations on customers: on those named in one call, or as a job on all that match. */

/** The action decides which of them is needed. */
const editOrDelete = holding("CUSTOMER.EDIT", "CUSTOMER.DELETE");

/** The number of changed customers, and the id by which `undoWork` reverts the operation. */
export const workReply = z.object({ changed: z.int(), work: z.string() });

export const deleteCustomers = endpoint({
  method: "POST",
  path: `${customerMaster}/customers_deleted`,
  summary: "Deletes the customers that are named; `undoWork` takes that back",
  access: customerDelete,
  anew: true,
  body: z.object({ customerIds: namedIds.min(1, texts.chooseCustomer) }),
  reply: workReply,
  under: "data",
});

export const undoBulkJob = endpoint({
  method: "POST",
  path: `${customerMaster}/customers_undone`,
  summary:
    "Takes back a work on customers that were named: restores whom it deleted, takes off or puts on again what it changed of groups and labels; whose number has a new owner stays deleted",
  access: editOrDelete,
  body: z.object({ work: id }),
  reply: z.object({ changed: z.int() }),
  under: "data",
});

export const bulkActions = ["mark", "unmark", "delete", "restore", "undo"] as const;

/** Restoring undoes a deletion; undoing is for groups and labels. */
export const permissionOfBulk = {
  mark: "CUSTOMER.EDIT",
  unmark: "CUSTOMER.EDIT",
  undo: "CUSTOMER.EDIT",
  delete: "CUSTOMER.DELETE",
  restore: "CUSTOMER.DELETE",
} as const satisfies Record<(typeof bulkActions)[number], Permission>;

export const startBulk = endpoint({
  method: "POST",
  path: `${customerMaster}/bulk`,
  summary:
    "Works on all customers that match, as a job: puts marks (ids of groups and labels) on or takes them off, deletes, restores what the job `of` deleted, or undoes what it did to marks",
  access: editOrDelete,
  anew: true,
  body: z.object({
    action: z.enum(bulkActions),
    markIds: namedIds.default([]),
    filter: z.object(customerFilter).default({ search: "", groups: [], tags: [] }),
    of: id.optional(),
  }),
  reply: jobProgress,
  under: "data",
});
