import { z } from "zod";
import { automationFilesTexts as texts } from "#texts/automation-files.ts";
import { fileLimits, referenceKinds } from "#workers/contract/automation/automation-file.ts";
import { endpoint, holding } from "../endpoint.ts";
import { text } from "../fields.ts";
import { id } from "../ids.ts";
import { AUTOMATION } from "./automations.ts";

/** Files of journeys and encaps: written, tried without writing anything, and taken in. */

export const fileFormats = ["chatbird", "typebot", "rapidpro"] as const;
export type FileFormat = (typeof fileFormats)[number];
export const MOST_FILE_NOTES = 200;

/** The effect of an import on a thing of the file. */
export const importStates = ["new", "changed", "same"] as const;
export type ImportState = (typeof importStates)[number];

/** Something of the enterprise that can be replaced; its draft's revision is the fence. */
const existing = z.object({ id: z.string(), name: z.string(), revision: z.int() });
export type Existing = z.infer<typeof existing>;

const part = z.object({
  /** In the file. */
  id: z.string(),
  name: z.string(),
  state: z.enum(importStates),
  /** The thing that is here already; null: it would be new. */
  existing: existing.nullable(),
  /** A free name for a new one. */
  freeName: z.string(),
});
export type ImportPart = z.infer<typeof part>;

export const neededReference = z.object({
  kind: z.enum(referenceKinds),
  id: z.string(),
  name: z.string(),
  state: z.enum(["found", "inFile", "missing"]),
  /** Proposed by what the draft here names at the same place, the same id, or an equal name. */
  proposed: z.string().nullable(),
  /** Places that name it. */
  uses: z.int(),
});
export type NeededReference = z.infer<typeof neededReference>;

const named = z.object({ id: z.string(), name: z.string() });
const checked = z.object({
  format: z.enum(fileFormats),
  automations: z.array(part.extend({ folder: z.string(), steps: z.int(), otherKind: z.boolean() })),
  forms: z.array(part),
  references: z.array(neededReference),
  /** The things that each kind of reference may become. */
  choices: z.partialRecord(z.enum(referenceKinds), z.array(named)),
  /** All that may be replaced. */
  existing: z.object({ automations: z.array(existing), forms: z.array(existing) }),
  /** The things that have no match, in sentences. */
  notes: z.array(z.string()),
});
export type CheckedFile = z.infer<typeof checked>;

const chosenPart = z.object({
  id: z.string().min(1).max(100),
  into: z.enum(["new", "existing", "skip"], texts.choose),
  name: text(AUTOMATION.name).default(""),
  folder: text(AUTOMATION.folder).default(""),
  /** Of what is replaced. */
  existing: z.object({ id, revision: z.int().min(1) }).optional(),
});
export type ChosenPart = z.infer<typeof chosenPart>;
const chosenReference = z.object({
  kind: z.enum(referenceKinds),
  id: z.string().min(1).max(100),
  /** Null: it stays missing, and the draft says so. */
  to: z.string().min(1).max(100).nullable(),
});

const file = z.unknown().meta({ description: "The file's JSON" });
export const importChoices = {
  automations: z.array(chosenPart).max(fileLimits.automations).default([]),
  forms: z.array(chosenPart).max(fileLimits.forms).default([]),
  references: z.array(chosenReference).max(fileLimits.references).default([]),
};
export type ImportChoices = z.infer<z.ZodObject<typeof importChoices>>;

const made = named.extend({ state: z.enum(importStates) });
const MOST_BYTES = fileLimits.bytes + 512 * 1_024;

const door = <Right extends "JOURNEYS" | "ENCAPS">(right: Right, all: string, one: string) => ({
  export: endpoint({
    method: "GET",
    path: `${all}/export`,
    summary: `One ${one}, a folder of them, or all, as a file with the forms that they ask; without secrets and customers`,
    access: holding(`${right}.VIEW`, `${right}.CREATE`, `${right}.EDIT`, `${right}.DELETE`),
    query: z.object({ id: id.optional(), folder: text(AUTOMATION.folder).optional() }),
    reply: z.null(),
    under: "response",
    file: "application/json",
  }),
  check: endpoint({
    method: "POST",
    path: `${all}/imports/check`,
    summary: `What an import of a file would do: ours, a Typebot export or RapidPro flows. Nothing is written`,
    access: holding(`${right}.CREATE`),
    body: z.object({ file }),
    maxBytes: MOST_BYTES,
    anew: false,
    reply: checked,
    under: "response",
  }),
  import: endpoint({
    method: "POST",
    path: `${all}/imports`,
    summary: `Takes a file in: new ${one}s, and drafts of those that are replaced; nothing is published`,
    access: holding(`${right}.CREATE`),
    body: z.object({ file, ...importChoices }),
    maxBytes: MOST_BYTES,
    reply: z.object({ automations: z.array(made), forms: z.array(made), notes: z.array(z.string()) }),
    under: "response",
  }),
});

const journeys = door("JOURNEYS", "/chatbird/api/journeys", "journey");
const encaps = door("ENCAPS", "/e/enterprise/campaigns", "encap");
export const automationFileDoors = { journey: journeys, encap: encaps } as const;

export const { export: exportJourneys, check: checkJourneyImport, import: importJourneys } = journeys;
export const { export: exportEncaps, check: checkEncapImport, import: importEncaps } = encaps;
