import type { Hono } from "hono";
import { messages } from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getIntegration } from "#workers/domain/integrations/integration.ts";
import { genAiConfigs, listIntegrations } from "#workers/domain/integrations/list.ts";
import { removeIntegration } from "#workers/domain/integrations/remove.ts";
import { createIntegration, updateIntegration } from "#workers/domain/integrations/save.ts";
import { testIntegration, tryIntegration } from "#workers/domain/integrations/test.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";

const { integrations, knowledge } = endpoints;

export function integrationRoutes(app: Hono<AppEnv>): void {
  mount(app, integrations.list, ({ query }, { scope }) => listIntegrations(scope, query));

  mount(app, integrations.create, async ({ body }, { c, scope }) => {
    const created = await createIntegration(scope, c.env, body);
    return new Said(created, messages.genAi.configurationCreated);
  });

  mount(app, integrations.try, ({ body }, { c, scope }) => tryIntegration(scope, c.env, body));

  mount(app, integrations.get, ({ params }, { scope }) => getIntegration(scope, params.id));

  mount(app, integrations.update, async ({ params, body }, { c, scope }) => {
    const updated = await updateIntegration(scope, c.env, params.id, body);
    return new Said(updated, messages.genAi.configurationUpdated);
  });

  mount(app, integrations.remove, async ({ params }, { scope }) => {
    await removeIntegration(scope, params.id);
    return new Said(null, messages.genAi.configurationDeleted);
  });

  mount(app, integrations.test, ({ params }, { c, scope }) => testIntegration(scope, c.env, params.id));

  mount(app, knowledge.configs, (_, { scope }) => genAiConfigs(scope));
}
