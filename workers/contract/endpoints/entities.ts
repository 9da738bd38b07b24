import { z } from "zod";
import { botsTexts } from "#texts/bots.ts";
import { entityListTexts as texts } from "#texts/entity-list.ts";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint, holding } from "../endpoint.ts";
import { collapse, name, nameKey, paging, revision, text, time } from "../fields.ts";
import { id } from "../ids.ts";

export const ENTITIES_PAGE = 15;
export const entityTypes = { custom: 0, system: 1 } as const;

const word = z.string().overwrite(collapse).min(1, botsTexts.synonymEmpty).max(200, errorsTexts.tooLong(200));

export const MOST_VALUES = 500;
export const MOST_SYNONYMS = 200;
export const MOST_PATTERNS = 50;
/** A row of the database holds two million bytes, and a row of the audit trail holds an entity twice. */
const MAX_ENTITY_BYTES = 900_000;

/** `synonymns` is the specification's spelling. A pattern is a list because the wire requires one. */
export const entityValue = z.object({
  value: z
    .string(botsTexts.entityValueEmpty)
    .overwrite(collapse)
    .min(1, botsTexts.entityValueEmpty)
    .max(200, errorsTexts.tooLong(200)),
  type: z.enum(["synonymns", "pattern"], botsTexts.entityValueEmpty),
  synonyms: z.array(word).max(MOST_SYNONYMS, texts.tooManyWords(MOST_SYNONYMS)).default([]),
  pattern: z
    .array(z.string().min(1, texts.emptyPattern).max(500, errorsTexts.tooLong(500)))
    .max(MOST_PATTERNS, texts.tooManyWords(MOST_PATTERNS))
    .default([]),
});
export type EntityValue = z.infer<typeof entityValue>;

export const entityFields = z
  .object({
    name: name(botsTexts.entityNameEmpty),
    values: z
      .array(entityValue, botsTexts.entityValues)
      .min(1, botsTexts.entityValues)
      .max(MOST_VALUES, texts.tooManyValues(MOST_VALUES)),
  })
  .superRefine(({ values }, context) => {
    const seen = new Set<string>();
    for (const [at, { value }] of values.entries()) {
      const key = nameKey(value);
      if (seen.has(key)) {
        context.addIssue({
          code: "custom",
          message: botsTexts.duplicateValue,
          path: ["values", at, "value"],
        });
      }
      seen.add(key);
    }
  });

export const entity = z.object({
  id: z.string(),
  agentId: z.string(),
  name: z.string(),
  type: z.int(),
  description: z.string(),
  values: z.array(entityValue),
  updatedOn: time,
  revision: z.int(),
});
export type Entity = z.infer<typeof entity>;

const access = holding("NLP.VIEW");

export const listEntities = endpoint({
  method: "GET",
  path: "/chatbird/api/nlp/agent/:id/entity",
  summary: "The entities of an agent; `searchterm` searches their names",
  access,
  params: z.object({ id }),
  query: z.object({
    ...paging(ENTITIES_PAGE),
    type: z.int().min(0).max(1).optional(),
    searchterm: text(200).optional(),
  }),
  reply: z.object({ entities: z.array(entity), more: z.boolean() }),
  under: "data",
});

export const getEntity = endpoint({
  method: "GET",
  path: "/chatbird/api/nlp/agent/:id/entity/:entityId",
  summary: "One entity with its values",
  access,
  params: z.object({ id, entityId: id }),
  reply: entity,
  under: "data",
});

export const saveEntity = endpoint({
  method: "POST",
  path: "/chatbird/api/nlp/entity",
  summary: "Creates a custom entity, or replaces the one that `id` names",
  access,
  maxBytes: MAX_ENTITY_BYTES,
  body: entityFields.safeExtend({ agentId: id, id: id.optional(), revision }),
  reply: entity,
  under: "data",
});

export const entityUsage = endpoint({
  method: "GET",
  path: "/chatbird/api/nlp/agent/:id/entity/:entityId/usage",
  summary: "Where an entity is used: intents with the number of phrases, and parameters",
  access,
  params: z.object({ id, entityId: id }),
  reply: z.object({
    intents: z.array(
      z.object({
        id: z.string(),
        storyId: z.string(),
        name: z.string(),
        phrases: z.int(),
        parameters: z.array(z.string()),
      }),
    ),
  }),
  under: "data",
});

export const tryEntityValue = endpoint({
  method: "POST",
  path: "/chatbird/api/nlp/agent/:id/entity/try",
  summary: "What the synonyms or patterns of one value find in a text; nothing is stored",
  access,
  params: z.object({ id }),
  body: z.object({ value: entityValue, text: text(1_000).default("") }),
  reply: z.object({
    matches: z.array(
      z.object({ start: z.int(), end: z.int(), value: z.string() }).meta({
        description: "A place in the text, in UTF-16 units with the end exclusive, and the value found there",
      }),
    ),
  }),
  under: "data",
});

export const deleteEntity = endpoint({
  method: "DELETE",
  path: "/chatbird/api/nlp/agent/:agentId/entity/:entityId",
  summary: "Deletes an entity that no intent uses",
  access,
  params: z.object({ agentId: id, entityId: id }),
  reply: z.null(),
  under: "data",
});
