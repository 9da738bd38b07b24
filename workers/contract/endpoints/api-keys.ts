import { z } from "zod";
import { apiKeysTexts as texts } from "#texts/api-keys.ts";
import { KEY_SHOWN, MOST_KEYS, scopeNames } from "../api-keys.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, time } from "../fields.ts";
import { id } from "../ids.ts";

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  start: z.string().meta({ description: `Its first ${KEY_SHOWN} characters, to know it by` }),
  scopes: z.array(z.enum(scopeNames)),
  createdBy: z.string().meta({ description: "Name of the person who made it" }),
  createdAt: time,
  expiresAt: time.nullable().meta({ description: "Null: it has no end" }),
  expired: z.boolean(),
  lastUsedAt: time.nullable().meta({ description: "To the minute" }),
});
export type ApiKey = z.infer<typeof apiKey>;

export const newApiKey = z.object({
  name: name(texts.nameEmpty, 60),
  scopes: z.array(z.enum(scopeNames, texts.scopeUnknown), texts.scopesEmpty).min(1, texts.scopesEmpty),
  expiresAt: z.iso.datetime({ error: texts.endWrong, offset: true }).nullable().default(null),
});

const all = "/e/enterprise/api_keys";

export const listApiKeys = endpoint({
  method: "GET",
  path: all,
  summary: "The enterprise's API keys that are not revoked, the newest first",
  access: holding("INTEGRATIONS.VIEW"),
  reply: z.object({ keys: z.array(apiKey) }),
  under: "response",
});

export const createApiKey = endpoint({
  method: "POST",
  path: all,
  summary: `Makes a key, which is answered once and never shown again; at most ${MOST_KEYS}, and no scope that one lacks oneself`,
  access: holding("INTEGRATIONS.CREATE"),
  body: newApiKey,
  reply: z.object({ key: apiKey, secret: z.string() }),
  under: "response",
});

export const revokeApiKey = endpoint({
  method: "DELETE",
  path: `${all}/:id`,
  summary: "Revokes a key: within five seconds no call takes it any more",
  access: holding("INTEGRATIONS.DELETE"),
  params: z.object({ id }),
  reply: z.null(),
  under: "response",
});
