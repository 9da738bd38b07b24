import { z } from "zod";
import { authConfigsTexts } from "#texts/auth-configs.ts";
import { errorsTexts } from "#texts/errors.ts";
import { genAiTexts } from "#texts/gen-ai.ts";
import { authTypes } from "../auth-types.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, paging, revision, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import { said } from "../said.ts";

/** Providers of a GenAI configuration. */
export const llms = { openAi: 1, gpt: 2 } as const;

/** The non-secret part of a GenAI configuration. Empty texts mean the provider's defaults. */
export const integrationSettings = z.object({
  baseUrl: text(500).default(""),
  chatModel: text(100).default(""),
  embeddingModel: text(100).default(""),
});
export type IntegrationSettings = z.infer<typeof integrationSettings>;

export const integrationFields = z.object({
  name: name(genAiTexts.configurationNameEmpty),
  authType: z.literal(authTypes.genAi).default(authTypes.genAi),
  llm: z.union([z.literal(llms.openAi), z.literal(llms.gpt)], genAiTexts.llmTypeEmpty),
  settings: integrationSettings.prefault({}),
});

const apikey = z
  .string(genAiTexts.apiKeyEmpty)
  .trim()
  .min(1, genAiTexts.apiKeyEmpty)
  .max(1_000, errorsTexts.tooLong(1_000));

export const newIntegration = integrationFields.extend({ apikey });
export const changedIntegration = integrationFields.extend({ apikey: apikey.optional() });

/**
 * A configuration of any type as it is sent. The type's own schema checks the fields: GenAI's are above, those of the
 * others in auth-types.ts.
 */
const anyIntegration = z.object({
  name: z.string().optional(),
  authType: z
    .int(authConfigsTexts.wrongType)
    .min(1, authConfigsTexts.wrongType)
    .max(5, authConfigsTexts.wrongType)
    .default(authTypes.genAi),
  llm: z.unknown().optional().meta({ description: "GenAI only: 1 OpenAI, 2 GPT" }),
  settings: z.record(z.string(), z.unknown()).optional().meta({ description: "GenAI only" }),
  apikey: z.string().optional().meta({ description: "GenAI only; written, never read" }),
  data: z.record(z.string(), z.unknown()).optional().meta({ description: "The other types' fields" }),
  secrets: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: "The other types' secrets; written, never read. Left out, they stay" }),
  revision: revision.meta({ description: "The one that the edit began from" }),
});
export type AnyIntegration = z.infer<typeof anyIntegration>;

/** Secrets are write-only: the wire says only that they are set, and their last characters. */
export const integration = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  authType: z.int(),
  llm: z.int().nullable(),
  settings: integrationSettings,
  hasKey: z.boolean(),
  data: z.record(z.string(), z.unknown()),
  secrets: z.array(z.object({ field: z.string(), hint: z.string() })),
  target: z.string().meta({ description: "What it reaches, in short" }),
  revision: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
});
export type Integration = z.infer<typeof integration>;

/** The specification's name for all types of configuration. */
const all = "/e/enterprise/appiyo_authconfig";
const one = `${all}/:id`;
const params = z.object({ id });

export const listIntegrations = endpoint({
  method: "GET",
  path: all,
  summary: "The enterprise's configurations of other systems, without their keys",
  access: holding("INTEGRATIONS.VIEW", "NLP.VIEW"),
  query: z.object({ ...paging(50), authType: z.int().min(1).max(5).optional() }),
  reply: z.object({ configs: z.array(integration), more: z.boolean(), total }),
  under: "response",
});

export const createIntegration = endpoint({
  method: "POST",
  path: all,
  summary: "Creates a configuration; its secrets are encrypted and never shown again",
  access: holding("INTEGRATIONS.CREATE", "NLP.VIEW"),
  body: anyIntegration,
  reply: integration,
  under: "response",
});

export const getIntegration = endpoint({
  method: "GET",
  path: one,
  summary: "One configuration, without its key",
  access: holding("INTEGRATIONS.VIEW", "NLP.VIEW"),
  params,
  reply: integration,
  under: "response",
});

export const updateIntegration = endpoint({
  method: "PUT",
  path: one,
  summary: "Changes a configuration; secrets that are left out stay",
  access: holding("INTEGRATIONS.EDIT"),
  params,
  body: anyIntegration,
  reply: integration,
  under: "response",
});

export const deleteIntegration = endpoint({
  method: "DELETE",
  path: one,
  summary: "Deletes a configuration that nothing uses, with its secrets",
  access: holding("INTEGRATIONS.DELETE"),
  params,
  reply: z.null(),
  under: "response",
});

const finding = z.object({
  ok: z.boolean(),
  milliseconds: z.number(),
  message: said(),
  answer: z
    .object({ status: z.int(), text: z.string() })
    .nullable()
    .meta({ description: "What a webhook's receiver said" }),
});
export type Finding = z.infer<typeof finding>;

export const tryIntegration = endpoint({
  method: "POST",
  path: `${all}/test`,
  summary: "Tries what is about to be saved; with `id` the secrets that are left out are the stored ones",
  access: holding("INTEGRATIONS.CREATE", "INTEGRATIONS.EDIT", "NLP.VIEW"),
  perMinute: 60,
  body: anyIntegration.omit({ revision: true }).extend({ id: id.optional() }),
  reply: finding,
  under: "response",
});

export const testIntegration = endpoint({
  method: "POST",
  path: `${one}/test`,
  summary: "Tries a stored configuration with its stored secrets and says how it went",
  access: holding("INTEGRATIONS.VIEW", "NLP.VIEW"),
  perMinute: 60,
  params,
  reply: finding,
  under: "response",
});

export const loginIntegration = endpoint({
  method: "POST",
  path: `${all}/login`,
  summary:
    "Tries an e-mail and a password at Appiyo, at a stored configuration's address or at the one given",
  access: holding("INTEGRATIONS.CREATE", "INTEGRATIONS.EDIT"),
  // Nobody guesses passwords by way of us.
  perMinute: 30,
  body: z.object({
    emailId: text(254).min(1, authConfigsTexts.empty),
    password: z.string(authConfigsTexts.empty).min(1, authConfigsTexts.empty).max(1_000),
    baseUrl: text(500).optional(),
    id: id.optional().meta({ description: "Of a stored Appiyo configuration, for its address" }),
  }),
  reply: finding,
  under: "response",
});
