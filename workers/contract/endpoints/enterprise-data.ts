import { z } from "zod";
import { enterpriseDataTexts as texts } from "#texts/enterprise-data.ts";
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
