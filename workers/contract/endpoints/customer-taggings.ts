import { z } from "zod";
import { customersTexts as texts } from "#texts/customers.ts";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint } from "../endpoint.ts";
import { collapse, paging, text } from "../fields.ts";
import { id } from "../ids.ts";
import { workReply } from "./customer-bulk.ts";
import { customerAccess, customerDelete, customerEdit, customerMaster, namedIds } from "./customers.ts";

/** Groups and labels: the same thing under two names. */

const params = z.object({ id });

export const taggingName = z
  .string(texts.fieldRequired)
  .max(100, errorsTexts.tooLong(100))
  .overwrite(collapse)
  .refine((value) => value !== "", texts.fieldRequired)
  // They separate groups from each other in a file.
  .refine((value) => !value.includes(";"), texts.noSemicolon);
export const taggingFields = z.object({ name: taggingName });

export const tagging = z.object({ id: z.string(), name: z.string(), customers: z.int() });
export type Tagging = z.infer<typeof tagging>;
const searching = z.object({ search: text(200).default(""), ...paging(200) });
const taggingsReply = <Key extends "groups" | "tags">(key: Key) =>
  z.object({ [key]: z.array(tagging), hasMore: z.boolean() } as { [K in Key]: z.ZodArray<typeof tagging> } & {
    hasMore: z.ZodBoolean;
  });

export const listGroups = endpoint({
  method: "GET",
  path: `${customerMaster}/groups`,
  summary: "Groups by name, with how many customers each has",
  access: customerAccess,
  query: searching,
  reply: taggingsReply("groups"),
  under: "data",
});

export const saveGroup = endpoint({
  method: "POST",
  path: `${customerMaster}/groups`,
  summary: "Creates a group, or renames the one that `id` names",
  access: customerEdit,
  body: taggingFields.extend({ id: id.optional() }),
  reply: tagging,
  under: "data",
});

export const deleteGroup = endpoint({
  method: "DELETE",
  path: `${customerMaster}/groups/:id`,
  summary: "Deletes a group; its customers stay",
  access: customerDelete,
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
  reply: taggingsReply("tags"),
  under: "data",
});

export const saveLabel = endpoint({
  method: "POST",
  path: `${customerMaster}/tags`,
  summary: "Creates a label, or renames the one that `id` names",
  access: customerEdit,
  body: taggingFields.extend({ id: id.optional() }),
  reply: tagging,
  under: "data",
});

export const deleteLabel = endpoint({
  method: "DELETE",
  path: `${customerMaster}/tags/:id`,
  summary: "Deletes a label; its customers stay",
  access: customerDelete,
  params,
  reply: z.null(),
  under: "data",
});

const remove = z.boolean().default(false).meta({ description: "Take away instead" });

export const mapToGroups = endpoint({
  method: "POST",
  path: `${customerMaster}/customers_groups`,
  summary: "Puts customers into groups",
  access: customerEdit,
  body: z.object({
    groupIds: namedIds.min(1, texts.chooseGroup),
    customerIds: namedIds.min(1, texts.chooseCustomer),
    remove,
  }),
  reply: workReply,
  under: "data",
});

export const mapToLabels = endpoint({
  method: "POST",
  path: `${customerMaster}/customers_tags`,
  summary: "Attaches labels to customers",
  access: customerEdit,
  body: z.object({
    tagIds: namedIds.min(1, texts.chooseLabel),
    customerIds: namedIds.min(1, texts.chooseCustomer),
    remove,
  }),
  reply: workReply,
  under: "data",
});
