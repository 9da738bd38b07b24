import { z } from "zod";
import { endpoint, holding } from "../endpoint.ts";
import { text, time } from "../fields.ts";
import { id } from "../ids.ts";

/** Messages of real traffic that no intent understood, grouped by similarity, for people to review. */

const access = holding("NLP.VIEW");
const ofAgent = "/chatbird/api/nlp/agent/:id";
const params = z.object({ id });

export const listUnmatched = endpoint({
  method: "GET",
  path: `${ofAgent}/unmatched`,
  summary: "Messages that were not understood, grouped by similarity, the largest groups first",
  access,
  params,
  query: z.object({ tryIt: z.boolean().default(false) }),
  reply: z.object({
    groups: z.array(
      z.object({
        title: z.string(),
        messages: z.array(
          z.object({
            text: z.string(),
            count: z.int(),
            lastAt: time,
            /** The closest intent, below the threshold. */
            nearest: z.object({ id: z.string(), name: z.string(), confidence: z.number() }).nullable(),
            /** The intent that people chose most often when the bot asked what they meant. */
            meant: z.object({ id: z.string(), name: z.string(), count: z.int() }).nullable(),
          }),
        ),
      }),
    ),
    /** Number of different messages; at most 2,000 of the newest are grouped. */
    total: z.int(),
  }),
  under: "data",
});

/** More than anybody reads; whoever searches narrows it down. */
export const FOUND_AT_MOST = 200;

export const listAllIntents = endpoint({
  method: "GET",
  path: `${ofAgent}/intents`,
  summary:
    "All intents of an agent with their stories, by name: to choose one from. `name` searches names, stories and phrases",
  access,
  params,
  query: z.object({ name: text(200).optional() }),
  reply: z.object({
    intents: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        storyId: z.string(),
        storyName: z.string(),
        utteranceCount: z.int(),
        /** Its first phrase that has the words of the search. */
        phrase: z.string().nullable(),
      }),
    ),
  }),
  under: "data",
});

/** Limits: the longest message, and the size of the list. */
const texts = z.array(z.string().trim().min(1).max(2_000)).min(1).max(2_000);
const MAX_TEXTS_BYTES = 4 * 1024 * 1024;

export const addPhrases = endpoint({
  method: "POST",
  path: `${ofAgent}/phrases/add`,
  summary:
    "Adds messages as training phrases to an intent, and marks them as reviewed; what the intent has already is left out",
  access,
  params,
  maxBytes: MAX_TEXTS_BYTES,
  body: z.object({ intentId: id, texts }),
  reply: z.object({
    added: z.int(),
    /** Phrases that the intent had already. */
    known: z.int(),
    /** Longer than the limit of a phrase: left in the list, unless ignored. */
    tooLong: z.int(),
  }),
  under: "data",
});

export const ignoreUnmatched = endpoint({
  method: "POST",
  path: `${ofAgent}/unmatched/ignore`,
  summary:
    "Marks messages as reviewed without adding them; `undo` takes that back. `changed` counts how often they were said",
  access,
  params,
  maxBytes: MAX_TEXTS_BYTES,
  body: z.object({ texts, undo: z.boolean().default(false) }),
  reply: z.object({ changed: z.int() }),
  under: "data",
});
