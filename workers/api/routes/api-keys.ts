import type { Hono } from "hono";
import { apiKeysTexts as texts } from "#texts/api-keys.ts";
import * as apiKeysApi from "#workers/contract/endpoints/api-keys.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "#workers/domain/api-keys/api-keys.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function apiKeyRoutes(app: Hono<AppEnv>): void {
  mount(app, apiKeysApi.listApiKeys, (_, { directoryCtx }) => listApiKeys(directoryCtx));
  mount(
    app,
    apiKeysApi.createApiKey,
    async ({ body }, { directoryCtx, session }) =>
      new Reply(await createApiKey(directoryCtx, body, session.permissions), texts.made),
  );
  mount(app, apiKeysApi.revokeApiKey, async ({ params }, { directoryCtx }) => {
    await revokeApiKey(directoryCtx, params.id);
    return new Reply(null, texts.revoked);
  });
}
