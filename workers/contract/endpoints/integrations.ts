import { z } from "zod";
import { messages } from "#app/messages.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, paging, text, time } from "../fields.ts";
import { id } from "../ids.ts";

/** The kinds of configuration by which an enterprise reaches other systems. */
export const authTypes = { appiyo: 1, webhook: 2, webrtcVideo: 3, database: 4, genAi: 5 } as const;
/** What answers in a GenAI configuration. */
export const llms = { openAi: 1, gpt: 2 } as const;

/** What is not secret about a GenAI configuration. Empty texts stand for the provider's usual ones. */
export const integrationSettings = z.object({
  baseUrl: text(500).default(""),
  chatModel: text(100).default(""),
  embeddingModel: text(100).default(""),
});
export type IntegrationSettings = z.infer<typeof integrationSettings>;

export const integrationFields = z.object({
  name: name(messages.genAi.configurationNameEmpty),
  authType: z.literal(authTypes.genAi).default(authTypes.genAi),
  llm: z.union([z.literal(llms.openAi), z.literal(llms.gpt)], messages.genAi.llmTypeEmpty),
  settings: integrationSettings.prefault({}),
});

const apikey = z
  .string(messages.genAi.apiKeyEmpty)
  .trim()
  .min(1, messages.genAi.apiKeyEmpty)
  .max(1_000, messages.errors.tooLong(1_000));

export const newIntegration = integrationFields.extend({ apikey });

/** The key is written, never read: the wire says only that it is set. */
export const integration = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  authType: z.int(),
  llm: z.int().nullable(),
  settings: integrationSettings,
  hasKey: z.boolean(),
  updatedAt: time,
});
export type Integration = z.infer<typeof integration>;

/** The specification's name for all kinds of them. */
const all = "/e/enterprise/appiyo_authconfig";
const one = `${all}/:id`;
const params = z.object({ id });

export const listIntegrations = endpoint({
  method: "GET",
  path: all,
  summary: "The enterprise's configurations of other systems, without their keys",
  access: holding("INTEGRATIONS.VIEW", "NLP.VIEW"),
  query: z.object({ ...paging(50), authType: z.int().min(1).max(5).optional() }),
  reply: z.object({ configs: z.array(integration), more: z.boolean() }),
  under: "response",
});

export const createIntegration = endpoint({
  method: "POST",
  path: all,
  summary: "Creates a GenAI configuration; its key is encrypted and never shown again",
  access: holding("INTEGRATIONS.CREATE", "NLP.VIEW"),
  body: newIntegration,
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
  summary: "Changes a configuration; without `apikey` the key stays",
  access: holding("INTEGRATIONS.EDIT"),
  params,
  body: integrationFields.extend({ apikey: apikey.optional() }),
  reply: integration,
  under: "response",
});

export const deleteIntegration = endpoint({
  method: "DELETE",
  path: one,
  summary: "Deletes a configuration that no agent uses, with its key",
  access: holding("INTEGRATIONS.DELETE"),
  params,
  reply: z.null(),
  under: "response",
});

const finding = z.object({ ok: z.boolean(), milliseconds: z.number(), message: z.string() });

export const tryIntegration = endpoint({
  method: "POST",
  path: `${all}/test`,
  summary: "Asks the provider a short question with what is about to be saved; nothing is stored",
  access: holding("INTEGRATIONS.CREATE", "NLP.VIEW"),
  body: newIntegration.extend({ name: text(100).default("") }),
  reply: finding,
  under: "response",
});

export const testIntegration = endpoint({
  method: "POST",
  path: `${one}/test`,
  summary: "Asks the provider a short question with the stored key and says how it went",
  access: holding("INTEGRATIONS.VIEW", "NLP.VIEW"),
  params,
  reply: finding,
  under: "response",
});
