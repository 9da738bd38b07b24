import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getIntent } from "#workers/domain/intents/intent.ts";
import { listIntents } from "#workers/domain/intents/list.ts";
import { removeIntent } from "#workers/domain/intents/remove.ts";
import { saveIntent } from "#workers/domain/intents/save.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";

const { intents } = endpoints;

export function intentRoutes(app: Hono<AppEnv>): void {
  mount(app, intents.list, ({ params, query }, { scope }) => listIntents(scope, params, query));

  mount(
    app,
    intents.save,
    async ({ body }, { scope }) => new Said(await saveIntent(scope, body), messages.bots.intentSaved),
  );

  mount(app, intents.get, ({ params }, { scope }) => getIntent(scope, params));

  mount(app, intents.remove, async ({ params }, { scope }) => {
    await removeIntent(scope, params);
    return new Said(null, messages.bots.intentDeleted);
  });
}
