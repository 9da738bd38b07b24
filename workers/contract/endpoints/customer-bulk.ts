import { z } from "zod";
import { customersTexts as texts } from "#texts/customers.ts";
import { endpoint, holding } from "../endpoint.ts";
import { jobProgress } from "../jobs.ts";
import { id } from "../ids.ts";
import type { Permission } from "../permissions.ts";
import { customerDelete, customerFilter, customerMaster, namedIds } from "./customers.ts";

/** Bulk operations on customers: on those named in one call, or as a job on all that match. */

/** The action decides which of them is needed. */
const editOrDelete = holding("CUSTOMER.EDIT", "CUSTOMER.DELETE");

/** The number of changed customers, and the id by which `undoBulkJob` reverts the operation. */
export const workReply = z.object({ changed: z.int(), work: z.string() });

export const deleteCustomers = endpoint({
  method: "POST",
  path: `${customerMaster}/customers_deleted`,
  summary: "Deletes the customers that are named; `undoBulkJob` takes that back",
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
    "Undoes what one call did to named customers: restores those it deleted, and takes off or puts back the groups and labels that it changed. A customer whose number has a new owner stays deleted",
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
    "Changes all customers that match, as a job: adds or removes groups and labels (`markIds`), deletes, restores what the job `of` deleted, or undoes its changes of groups and labels",
  access: editOrDelete,
  perMinute: 60,
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
