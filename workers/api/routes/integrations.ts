import type { Hono } from "hono";
import { messages } from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getIntegration, listIntegrations } from "#workers/domain/integrations/list.ts";
import { type ProviderEnv, providerOfIntegration } from "#workers/domain/integrations/provider-of.ts";
import { removeIntegration, saveIntegration } from "#workers/domain/integrations/save.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { ProviderError } from "#workers/providers/provider.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";

const { integrations } = endpoints;

export function integrationRoutes(app: Hono<AppEnv>): void {
  mount(app, integrations.list, ({ query }, { scope }) => listIntegrations(scope, query));

  mount(app, integrations.get, ({ params }, { scope }) => getIntegration(scope, params.id));

  mount(app, integrations.create, async ({ body }, { c, scope }) => {
    const made = await saveIntegration(scope, keyRing(c.env.DATA_KEY), body);
    return new Said(made, messages.genAi.configurationCreated);
  });

  mount(app, integrations.update, async ({ params, body }, { c, scope }) => {
    const changed = await saveIntegration(scope, keyRing(c.env.DATA_KEY), body, { id: params.id });
    return new Said(changed, messages.genAi.configurationUpdated);
  });

  mount(app, integrations.remove, async ({ params }, { scope }) => {
    await removeIntegration(scope, params.id);
    return new Said(null, messages.genAi.configurationDeleted);
  });

  mount(app, integrations.test, async ({ params }, { c, scope }) => {
    await getIntegration(scope, params.id);
    const started = Date.now();
    try {
      const provider = await providerOfIntegration(scope, c.env as ProviderEnv, params.id);
      if (!provider) throw new ProviderError("unauthorized", messages.providers.none);
      await provider.chat([{ role: "user", content: "Answer with the word OK." }], { maxTokens: 5 });
      const milliseconds = Date.now() - started;
      return { ok: true, milliseconds, message: messages.genAi.testWorks(milliseconds) };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { ok: false, milliseconds: Date.now() - started, message: error.message };
    }
  });
}
