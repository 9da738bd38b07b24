import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { trainingTexts } from "#texts/training.ts";
import { endpoint, holding } from "../endpoint.ts";
import { paging, time } from "../fields.ts";
import { id } from "../ids.ts";
import { modelTypes } from "./bots.ts";

const intentName = z.string();
const share = z.number().meta({ description: "0 to 1" });

/** Result of a saved test question in a version; `expected` and `got` are intent names, null for out of scope. */
export const testOutcome = z.object({
  text: z.string(),
  expected: intentName.nullable(),
  /** The expected intent was deleted, so no answer can be right. Older reports do not have this. */
  expectedDeleted: z.boolean().default(false),
  got: intentName.nullable(),
  confidence: z.number(),
  right: z.boolean(),
});
export type TestOutcome = z.infer<typeof testOutcome>;

/**
 * Findings of a training, stored with its version. Intents are referenced by id and by their name at the time. Lists
 * are limited, the most significant first.
 */
export const trainingFindings = z.object({
  /** Cross-validated: each phrase is tested on a model that has not seen it. */
  accuracy: share,
  perIntent: z.array(
    z.object({
      intentId: z.string(),
      name: intentName,
      phrases: z.int(),
      tested: z.int(),
      accuracy: share,
    }),
  ),
  confusions: z.array(
    z.object({
      a: z.string(),
      aName: intentName,
      b: z.string(),
      bName: intentName,
      count: z.int(),
      examples: z.array(z.object({ phrase: z.string(), intentId: z.string(), takenFor: z.string() })),
    }),
  ),
  /** Phrases that look as if they belong to another intent. */
  suspects: z.array(
    z.object({
      phrase: z.string(),
      intentId: z.string(),
      name: intentName,
      looksLike: z.string(),
      looksLikeName: intentName,
      confidence: z.number(),
    }),
  ),
  tests: z.object({ right: z.int(), total: z.int(), outcomes: z.array(testOutcome) }),
  /** The effect of each confidence threshold on the phrases held back; absent in older and in small reports. */
  thresholds: z
    .object({
      best: share,
      tested: z.int(),
      curve: z.array(
        z.object({
          threshold: share,
          right: share,
          wrong: share,
          refused: share,
          strangers: share.meta({ description: "Of phrases of left-out intents: answered all the same" }),
        }),
      ),
    })
    .optional(),
});
export type TrainingFindings = z.infer<typeof trainingFindings>;

/** Differences between the previous version and this one. */
export const comparison = z.object({
  /** The version compared with. */
  with: z.int(),
  better: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
  worse: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
});

export const versionSummary = z.object({
  version: z.int(),
  serving: z.boolean(),
  modelType: z.enum(modelTypes),
  trainedAt: time,
  trainedBy: z.string(),
  intents: z.int(),
  phrases: z.int(),
  accuracy: share,
  milliseconds: z.int(),
  bytes: z.int(),
  tests: z.object({ right: z.int(), total: z.int() }),
  /** Its training data is stored, so that it can be compared and restored. */
  hasContent: z.boolean(),
});
export type VersionSummary = z.infer<typeof versionSummary>;

const access = holding("NLP.VIEW");
const ofAgent = "/chatbird/api/nlp/agent/:id";
const params = z.object({ id });
const version = z.coerce.number().int().min(1).max(1_000_000);

export const listVersions = endpoint({
  method: "GET",
  path: `${ofAgent}/versions`,
  summary: "The trained versions of an agent, newest first",
  access,
  params,
  query: z.object(paging(20)),
  reply: z.object({ versions: z.array(versionSummary), more: z.boolean() }),
  under: "data",
});

export const getVersion = endpoint({
  method: "GET",
  path: `${ofAgent}/versions/:version`,
  summary: "The report of one version, and what got better and worse since the one before",
  access,
  params: z.object({ id, version }),
  reply: versionSummary.extend({ findings: trainingFindings.nullable(), comparison: comparison.nullable() }),
  under: "data",
});

export const serveVersion = endpoint({
  method: "POST",
  path: `${ofAgent}/versions/:version/serve`,
  summary: "Goes back (or forth) to a version: it answers from now on; phrases stay as they are",
  access,
  params: z.object({ id, version }),
  reply: versionSummary,
  under: "data",
});

/** `to` 0 is the stored content, trained or not. */
export const diffVersions = endpoint({
  method: "GET",
  path: `${ofAgent}/versiondiff`,
  summary:
    "What differs in intents, phrases and entities between two versions; 0 stands for what is stored now",
  access,
  params,
  query: z.object({ from: z.int().min(0), to: z.int().min(0) }),
  reply: z.object({
    from: z.int(),
    to: z.int(),
    intents: z.array(
      z.object({
        name: z.string(),
        change: z.enum(["added", "removed", "changed"]),
        /** At most 200 each; the counts are complete. */
        added: z.array(z.string()),
        removed: z.array(z.string()),
        addedCount: z.int(),
        removedCount: z.int(),
        /** The response or the parameters differ. */
        otherwise: z.array(z.string()),
      }),
    ),
    entities: z.array(z.object({ name: z.string(), change: z.enum(["added", "removed", "changed"]) })),
  }),
  under: "data",
});

export const testQuestion = z.object({
  id: z.string(),
  text: z.string(),
  intentId: z.string().nullable(),
  intentName: z.string().nullable(),
  /** The expected intent was deleted. */
  intentDeleted: z.boolean(),
});
export type TestQuestion = z.infer<typeof testQuestion>;

export const testQuestionFields = z.object({
  text: z
    .string(trainingTexts.questionEmpty)
    .trim()
    .min(1, trainingTexts.questionEmpty)
    .max(500, errorsTexts.tooLong(500)),
  intentId: id.nullable().meta({ description: "The intent that should answer; null: none should" }),
});

export const listTestQuestions = endpoint({
  method: "GET",
  path: `${ofAgent}/testquestions`,
  summary: "The saved test questions of an agent",
  access,
  params,
  query: z.object(paging(100)),
  reply: z.object({ questions: z.array(testQuestion), more: z.boolean() }),
  under: "data",
});

export const saveTestQuestion = endpoint({
  method: "POST",
  path: `${ofAgent}/testquestions`,
  summary: "Saves a test question, or changes the one that `questionId` names",
  access,
  params,
  body: testQuestionFields.extend({ questionId: id.optional() }),
  reply: testQuestion,
  under: "data",
});

export const deleteTestQuestion = endpoint({
  method: "DELETE",
  path: `${ofAgent}/testquestions/:questionId`,
  summary: "Deletes a test question",
  access,
  params: z.object({ id, questionId: id }),
  reply: z.null(),
  under: "data",
});

export const runTestQuestions = endpoint({
  method: "POST",
  path: `${ofAgent}/testquestions/run`,
  summary: "Asks the serving version all saved test questions",
  access,
  perMinute: 60,
  params,
  reply: z.object({ right: z.int(), total: z.int(), outcomes: z.array(testOutcome) }),
  under: "data",
});

/** The phrases of other intents that are similar to a phrase. */
export const phraseOverlaps = endpoint({
  method: "POST",
  path: `${ofAgent}/overlaps`,
  summary: "While typing: to which phrases of other intents is each of these near?",
  access,
  params,
  body: z.object({
    phrases: z.array(z.string().max(500)).min(1).max(50),
    intentId: id.nullish(),
  }),
  reply: z.object({
    overlaps: z.array(
      z.array(
        z.object({
          intentId: z.string(),
          storyId: z.string(),
          intentName: z.string(),
          phrase: z.string(),
          similarity: z.number(),
        }),
      ),
    ),
  }),
  under: "data",
});
