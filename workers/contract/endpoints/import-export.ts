import { z } from "zod";
import { botsTexts } from "#texts/bots.ts";
import { endpoint, holding } from "../endpoint.ts";
import { id } from "../ids.ts";
import { said } from "../said.ts";

/** Export and import of agents and phrases as files; and paraphrases, which are machine-made phrases. */

const access = holding("NLP.VIEW");
const nlp = "/chatbird/api/nlp";
const ofAgent = `${nlp}/agent/:id`;
const params = z.object({ id });

export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

export const exportAgent = endpoint({
  method: "GET",
  path: `${ofAgent}/export`,
  summary: "The whole agent as one JSON file: stories, intents, phrases, responses, entities, configuration",
  access,
  params,
  reply: z.null(),
  under: "data",
  file: "application/json",
});

export const importFormats = ["chatbird", "dialogflow", "rasa"] as const;

export const importAgent = endpoint({
  method: "POST",
  path: `${nlp}/agent/import`,
  summary:
    "Makes a new agent from a file (multipart: `files`): our own JSON, a Dialogflow ES export (ZIP) or Rasa NLU training data (YAML)",
  access,
  body: z.object({ name: z.string().trim().max(100).optional() }),
  upload: { field: "files", most: 1 },
  maxBytes: MAX_IMPORT_BYTES + 64 * 1024,
  reply: z.object({
    agentId: z.string(),
    name: z.string(),
    format: z.enum(importFormats),
    stories: z.int(),
    intents: z.int(),
    phrases: z.int(),
    entities: z.int(),
    /** Content that could not be imported, in sentences; at most 100. */
    notes: z.array(z.string()),
  }),
  under: "data",
});

export const exportPhrases = endpoint({
  method: "GET",
  path: `${ofAgent}/phrases`,
  summary: "The phrases as CSV: story, intent, phrase",
  access,
  params,
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});

export const importPhrases = endpoint({
  method: "POST",
  path: `${ofAgent}/phrases`,
  summary:
    "Adds phrases from a CSV (multipart: `files`) with the columns story, intent, phrase; missing stories and intents are created",
  access,
  params,
  body: z.object({ dryRun: z.boolean().default(false) }),
  upload: { field: "files", most: 1 },
  maxBytes: MAX_IMPORT_BYTES + 64 * 1024,
  reply: z.object({
    added: z.int(),
    known: z.int(),
    newIntents: z.int(),
    wrong: z.array(z.object({ line: z.int(), reason: said() })),
  }),
  under: "data",
});

export const PARAPHRASES = [10, 5] as const;

export const paraphrase = endpoint({
  method: "POST",
  path: `${nlp}/paraphrase`,
  summary:
    "Auto Generate: new phrases that mean the same, by the agent's integration or else by rules; none that any intent of the agent has",
  access,
  perMinute: 30,
  body: z.object({
    agentId: id,
    lines: z
      .array(z.string().trim().min(1).max(500), botsTexts.tickOnePhrase)
      .min(1, botsTexts.tickOnePhrase)
      .max(50),
    num_return_sequences: z.union([z.literal(10), z.literal(5)]).default(10),
    /** Phrases in the editor that are not saved yet: none of these is returned either. */
    known: z.array(z.string().max(500)).max(2_000).default([]),
  }),
  reply: z.object({ paraphrases: z.array(z.string()), by: z.enum(["integration", "rules"]) }),
  under: "data",
});
