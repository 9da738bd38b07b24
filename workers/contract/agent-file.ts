import { z } from "zod";
import { languages, modelTypes } from "./endpoints/bots.ts";
import { entityValue } from "./endpoints/entities.ts";

/**
 * A whole agent as one file: the format of exports, imports and the content kept of each trained version. Entities are
 * referenced by name (system entities by id), so that a file means the same in any enterprise.
 */
export const agentFile = z.object({
  format: z.literal("chatbird-agent"),
  version: z.literal(1),
  agent: z.object({
    name: z.string(),
    description: z.string(),
    config: z.object({
      entityExtractRetries: z.int(),
      outOfScopeMessage: z.string(),
      modelType: z.enum(modelTypes),
      confidenceThreshold: z.number(),
      language: z.enum(languages),
      /** Absent in older files. */
      didYouMean: z.boolean().default(false),
    }),
  }),
  entities: z.array(z.object({ name: z.string(), values: z.array(entityValue) })),
  stories: z.array(
    z.object({
      name: z.string(),
      intents: z.array(
        z.object({
          name: z.string(),
          phrases: z.array(
            z.object({
              text: z.string(),
              entities: z.array(z.object({ entity: z.string(), start: z.int(), end: z.int() })).default([]),
            }),
          ),
          response: z.string().nullable(),
          /** Left out where it does not. */
          handsOver: z.boolean().optional(),
          parameters: z
            .array(
              z.object({
                name: z.string(),
                entity: z.string(),
                required: z.boolean(),
                value: z.string(),
                prompts: z.array(z.string()),
              }),
            )
            .default([]),
        }),
      ),
    }),
  ),
});
export type AgentFile = z.infer<typeof agentFile>;
export type FileIntent = AgentFile["stories"][number]["intents"][number];
export type FilePhrase = FileIntent["phrases"][number];
