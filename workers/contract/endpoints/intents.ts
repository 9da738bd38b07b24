import { z } from "zod";
import { botsTexts } from "#texts/bots.ts";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint, holding } from "../endpoint.ts";
import { collapse, name, nameKey, paging, revision, text } from "../fields.ts";
import { id } from "../ids.ts";

export const INTENTS_PAGE = 50;
export const MAX_PHRASES = 2_000;
/** Maximum length of a phrase in UTF-16 units. */
export const MAX_PHRASE_LENGTH = 500;
const MAX_INTENT_BYTES = 1_500_000;

/** Positions count UTF-16 units of the phrase; the end is exclusive. */
export const entityRef = z.object({
  entityId: id,
  entityStartPos: z.int().min(0).max(500),
  entityEndPos: z.int().min(1).max(500),
});
export type EntityRef = z.infer<typeof entityRef>;

export const utterance = z
  .object({
    utterance: z
      .string(botsTexts.phrasesEmpty)
      .refine((value) => value.trim() !== "", botsTexts.phrasesEmpty)
      .max(MAX_PHRASE_LENGTH, errorsTexts.tooLong(MAX_PHRASE_LENGTH)),
    entityDefined: z.boolean().optional(),
    entityRefs: z.array(entityRef).max(50).default([]),
  })
  .refine((phrase) => bindingsFit(phrase.utterance, phrase.entityRefs), {
    message: botsTexts.badSelection,
    path: ["entityRefs"],
  });
export type Utterance = z.infer<typeof utterance>;

/** Checks that each binding lies inside its phrase and is not empty, and that no two overlap. */
export function bindingsFit(phrase: string, refs: readonly EntityRef[]): boolean {
  const inOrder = refs.toSorted((a, b) => a.entityStartPos - b.entityStartPos);
  return inOrder.every(
    (ref, index) =>
      ref.entityStartPos < ref.entityEndPos &&
      ref.entityEndPos <= phrase.length &&
      ref.entityStartPos >= (inOrder[index - 1]?.entityEndPos ?? 0),
  );
}

export const parameter = z.object({
  id: id.meta({ description: "The entity that fills this parameter" }),
  name: name(botsTexts.parameterNameEmpty),
  required: z.boolean().default(false),
  value: text(200).default(""),
  prompts: z
    .array(z.string().overwrite(collapse).min(1, botsTexts.promptEmpty).max(500, errorsTexts.tooLong(500)))
    .min(1, botsTexts.promptEmpty)
    .max(20),
});
export type Parameter = z.infer<typeof parameter>;

export const response = z.object({
  response: z
    .string(botsTexts.responseEmpty)
    .refine((value) => value.trim() !== "", botsTexts.responseEmpty)
    .max(10_000, errorsTexts.tooLong(10_000))
    .meta({ description: "Markdown" }),
});

/** The key by which phrases are compared: case, and outer and repeated white space, do not count. */
export const phraseKey = nameKey;

const firstRepeated = (keys: readonly string[]): number =>
  keys.findIndex((key, at) => keys.indexOf(key) < at);

/** Names the second of two equal phrases, so that a form can mark it. A Set keeps 2,000 phrases linear. */
function repeatedPhrase(utterances: readonly { utterance: string }[]): number {
  const seen = new Set<string>();
  return utterances.findIndex((phrase) => {
    const key = phraseKey(phrase.utterance);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

export const intentFields = z
  .object({
    name: name(botsTexts.intentNameEmpty),
    utterances: z
      .array(utterance, botsTexts.twoPhrases)
      .min(2, botsTexts.twoPhrases)
      .max(MAX_PHRASES, botsTexts.tooManyPhrases(MAX_PHRASES)),
    responses: z.array(response).max(1, botsTexts.oneResponse).default([]),
    entities: z.array(parameter).max(20).default([]),
    handsOver: z
      .boolean()
      .optional()
      .meta({ description: "Whether a person goes on once the bot has answered; without it, as it was" }),
    id: id.optional(),
    revision,
    agentId: id,
    storyId: id,
  })
  .superRefine(({ utterances, entities }, context) => {
    const phrase = repeatedPhrase(utterances);
    if (phrase >= 0) {
      context.addIssue({
        code: "custom",
        message: botsTexts.duplicatePhrase,
        path: ["utterances", phrase],
      });
    }
    const repeated = firstRepeated(entities.map((entity) => nameKey(entity.name)));
    if (repeated >= 0) {
      context.addIssue({
        code: "custom",
        message: botsTexts.duplicateParameter,
        path: ["entities", repeated, "name"],
      });
    }
  });
export type IntentFields = z.infer<typeof intentFields>;

export const intentSummary = z.object({
  id: z.string(),
  name: z.string(),
  agentId: z.string(),
  storyId: z.string(),
  utteranceCount: z.int(),
});
export type IntentSummary = z.infer<typeof intentSummary>;

export const intent = intentSummary.extend({
  revision: z.int(),
  handsOver: z.boolean(),
  utterances: z.array(
    z.object({ utterance: z.string(), entityDefined: z.boolean(), entityRefs: z.array(entityRef) }),
  ),
  responses: z.array(z.object({ response: z.string() })),
  entities: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      required: z.boolean(),
      value: z.string(),
      prompts: z.array(z.string()),
    }),
  ),
});
export type Intent = z.infer<typeof intent>;

const access = holding("NLP.VIEW");
const one = "/chatbird/api/nlp/agent/:agentId/story/:storyId/intent/:intentId";
const params = z.object({ agentId: id, storyId: id, intentId: id });

export const listIntents = endpoint({
  method: "GET",
  path: "/chatbird/api/nlp/v2/agent/:agentId/story/:storyId/intent",
  summary: "The intents of a story; `name` searches",
  access,
  params: z.object({ agentId: id, storyId: id }),
  query: z.object({ ...paging(INTENTS_PAGE), name: text(200).optional() }),
  reply: z.object({ intents: z.array(intentSummary), more: z.boolean() }),
  under: "data",
});

export const searchIntents = endpoint({
  method: "GET",
  path: "/chatbird/api/nlp/intents",
  summary: "Intents of all agents whose names have every word; those of `agentId` come first",
  access,
  query: z.object({ ...paging(INTENTS_PAGE), name: text(200).default(""), agentId: id.optional() }),
  reply: z.object({
    intents: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        storyId: z.string(),
        storyName: z.string(),
        agentId: z.string(),
        agentName: z.string(),
      }),
    ),
    more: z.boolean(),
  }),
  under: "data",
});

export const saveIntent = endpoint({
  method: "POST",
  path: "/chatbird/api/nlp/intent",
  summary: "Creates an intent, or replaces the one that `id` names, phrases and all",
  access,
  maxBytes: MAX_INTENT_BYTES,
  body: intentFields,
  reply: intent,
  under: "data",
});

export const getIntent = endpoint({
  method: "GET",
  path: one,
  summary: "One intent: its phrases, its response, its parameters",
  access,
  params,
  reply: intent,
  under: "data",
});

export const deleteIntent = endpoint({
  method: "DELETE",
  path: one,
  summary: "Deletes an intent and its phrases",
  access,
  params,
  reply: z.null(),
  under: "data",
});
