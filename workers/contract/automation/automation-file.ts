import { z } from "zod";
import { automationFilesTexts as texts } from "#texts/automation-files.ts";
import { formContent } from "#workers/contract/forms/form.ts";
import { graph } from "./graph.ts";
import { automationKinds } from "./kinds.ts";
import { CASES, testCase } from "./test-case.ts";

/** Journeys or encaps as one file, with the forms that they ask and the names of all else that they need. */
export const AUTOMATION_FORMAT = "chatbird.automation/1";

export const fileLimits = {
  automations: 100,
  forms: 100,
  references: 2_000,
  /** Of all graphs of a file. */
  nodes: 10_000,
  /** Of the file, as it is sent. */
  bytes: 8 * 1_024 * 1_024,
} as const;

/** Things of an enterprise that graphs and forms name by an id; of a customer's field the id is its name. */
export const referenceKinds = [
  "template",
  "form",
  "card",
  "bot",
  "intent",
  "department",
  "label",
  "group",
  "integration",
  "journey",
  "channel",
  "flow",
  "field",
  "file",
] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

const named = z.string().trim().max(200, texts.longName(200));
/** Unlike an id of ours, that of another maker may be any text. */
const key = z.string().min(1).max(100);

const fileCase = z.object({ name: named.min(1, texts.nameMissing).max(CASES.name), content: testCase });
export type FileCase = z.infer<typeof fileCase>;

export const fileAutomation = z.object({
  /** The same in every file of it, so that a second import finds it. */
  id: key,
  kind: z.enum(automationKinds, texts.notOurs),
  name: named.min(1, texts.nameMissing),
  folder: named.default(""),
  graph,
  /** Its test cases; those of a draft that is replaced are replaced with it. */
  cases: z.array(fileCase).max(CASES.most).optional(),
});
export type FileAutomation = z.infer<typeof fileAutomation>;

const fileForm = z.object({ id: key, name: named.min(1, texts.nameMissing), content: formContent });
export type FileForm = z.infer<typeof fileForm>;

const fileReference = z.object({ kind: z.enum(referenceKinds), id: key, name: named });
export type FileReference = z.infer<typeof fileReference>;

/** A template cannot be made without a vendor's approval: its text is there for whoever has to. */
const fileTemplate = z.object({ id: key, name: named, language: named, text: z.string().max(10_000) });
export type FileTemplate = z.infer<typeof fileTemplate>;

export const automationFile = z.object({
  format: z.literal(AUTOMATION_FORMAT),
  /** SHA-256 of the rest, as compact JSON, in hexadecimal. */
  checksum: z.string().max(64).optional(),
  automations: z
    .array(fileAutomation)
    .min(1, texts.empty)
    .max(fileLimits.automations, texts.manyAutomations(fileLimits.automations)),
  forms: z.array(fileForm).max(fileLimits.forms, texts.manyForms(fileLimits.forms)).default([]),
  templates: z.array(fileTemplate).max(fileLimits.references).default([]),
  references: z.array(fileReference).max(fileLimits.references).default([]),
});
export type AutomationFile = z.infer<typeof automationFile>;

/** The file of a single one, as it was written before there were several in a file. */
export const singleFile = z.object({
  format: z.literal(AUTOMATION_FORMAT),
  kind: fileAutomation.shape.kind,
  name: fileAutomation.shape.name,
  graph,
});
