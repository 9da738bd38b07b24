import type { Hono } from "hono";
import { messages } from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getIntegration, listIntegrations } from "#workers/domain/integrations/list.ts";
import { allowsPrivate } from "#workers/domain/integrations/provider-of.ts";
import { removeIntegration } from "#workers/domain/integrations/remove.ts";
import { saveIntegration } from "#workers/domain/integrations/save.ts";
import { testIntegration, tryIntegration } from "#workers/domain/integrations/test.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";

const { integrations } = endpoints;

export function integrationRoutes(app: Hono<AppEnv>): void {
  mount(app, integrations.list, ({ query }, { scope }) => listIntegrations(scope, query));

  mount(app, integrations.get, ({ params }, { scope }) => getIntegration(scope, params.id));

  mount(app, integrations.create, async ({ body }, { c, scope }) => {
    const made = await saveIntegration(scope, keyRing(c.env.DATA_KEY), body, {
      allowPrivate: allowsPrivate(c.env),
    });
    return new Said(made, messages.genAi.configurationCreated);
  });

  mount(app, integrations.update, async ({ params, body }, { c, scope }) => {
    const changed = await saveIntegration(scope, keyRing(c.env.DATA_KEY), body, {
      id: params.id,
      allowPrivate: allowsPrivate(c.env),
    });
    return new Said(changed, messages.genAi.configurationUpdated);
  });

  mount(app, integrations.remove, async ({ params }, { scope }) => {
    await removeIntegration(scope, params.id);
    return new Said(null, messages.genAi.configurationDeleted);
  });

  mount(app, integrations.try, ({ body }, { c, scope }) => tryIntegration(scope, c.env, body));

  mount(app, integrations.test, ({ params }, { c, scope }) => testIntegration(scope, c.env, params.id));
}
