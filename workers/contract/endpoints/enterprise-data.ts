import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint, holding } from "../endpoint.ts";
import { time } from "../fields.ts";
import { id } from "../ids.ts";
import { confirmation } from "./two-factor.ts";

/** All data of the enterprise, taken away by its administrators. */

/** An export can be downloaded for so long. */
export const EXPORT_DAYS = 7;

const exported = z.object({
  id: z.string(),
  at: time.meta({ description: "When it began" }),
  until: time.meta({ description: "Its files are there until then" }),
  rows: z.int(),
  files: z.int(),
  parts: z.int().meta({ description: "Archives, numbered from 1; all are unpacked into one folder" }),
});

export const getExport = endpoint({
  method: "GET",
  path: "/e/enterprise/exports",
  summary: "The newest export of all the enterprise's data, and the work that makes another one",
  access: holding("ENTERPRISE.EDIT"),
  reply: z.object({
    jobId: z.string().nullable().meta({ description: "The job that goes on" }),
    failed: z.boolean().meta({ description: "The last one was given up" }),
    ready: exported.nullable(),
  }),
  under: "data",
});
export type EnterpriseExport = z.infer<typeof getExport.reply>;

export const beginExport = endpoint({
  method: "POST",
  path: "/e/enterprise/exports",
  summary:
    "Begins an export of all the enterprise's data, or joins the one that is being made; for administrators, who confirm that it is them",
  access: holding("ENTERPRISE.EDIT"),
  perMinute: 60,
  maxBytes: 16 * 1024,
  body: confirmation,
  reply: z.object({ jobId: z.string(), joined: z.boolean() }),
  under: "data",
});

export const downloadExport = endpoint({
  method: "GET",
  path: "/e/enterprise/exports/:id/:part",
  summary: "One archive of an export",
  access: holding("ENTERPRISE.EDIT"),
  params: z.object({ id, part: z.coerce.number().int().min(1).max(100_000) }),
  reply: z.null(),
  under: "data",
  file: "application/zip",
});

/** A deletion begins so many days after it was asked for. */
export const DELETION_DAYS = 14;

const deletion = z.object({
  pending: z
    .object({
      at: time.meta({ description: "When it begins; until then it can be taken back" }),
      by: z.string().meta({ description: "Name of who has asked for it" }),
      begun: z.boolean(),
    })
    .nullable(),
});
export type Deletion = z.infer<typeof deletion>;

export const getDeletion = endpoint({
  method: "GET",
  path: "/e/enterprise/deletion",
  summary: "Whether and when the enterprise is deleted with all its data",
  access: holding("ENTERPRISE.EDIT"),
  reply: deletion,
  under: "data",
});

export const askDeletion = endpoint({
  method: "POST",
  path: "/e/enterprise/deletion",
  summary: `Asks for the enterprise to be deleted with all its data, ${DELETION_DAYS} days from now: from now on nothing is sent, and only administrators sign in. For administrators, who type its name and confirm that it is them; asked again, nothing changes`,
  access: holding("ENTERPRISE.EDIT"),
  maxBytes: 16 * 1024,
  body: confirmation.extend({
    confirm: z
      .string(errorsTexts.notText)
      .max(200, errorsTexts.tooLong(200))
      .meta({ description: "The enterprise's name" }),
  }),
  reply: deletion,
  under: "data",
});

export const takeDeletionBack = endpoint({
  method: "DELETE",
  path: "/e/enterprise/deletion",
  summary: "Keeps the enterprise, as long as its deletion has not begun; what was stopped for it goes on",
  access: holding("ENTERPRISE.EDIT"),
  reply: deletion,
  under: "data",
});
