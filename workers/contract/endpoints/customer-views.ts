import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id } from "../ids.ts";
import { taggingName } from "./customer-taggings.ts";
import { customerAccess, customerMaster } from "./customers.ts";

/** Saved views of the customers' list: filters and columns under a name, for one person. */

const params = z.object({ id });

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
    name: taggingName,
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
