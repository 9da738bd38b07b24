import type { Hono } from "hono";
import { botsTexts } from "#texts/bots.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getIntent } from "#workers/domain/intents/intent.ts";
import { listIntents } from "#workers/domain/intents/list.ts";
import { removeIntent } from "#workers/domain/intents/remove.ts";
import { saveIntent } from "#workers/domain/intents/save.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

const { intents } = endpoints;

export function intentRoutes(app: Hono<AppEnv>): void {
  mount(app, intents.list, ({ params, query }, { ctx }) => listIntents(ctx, params, query));

  mount(
    app,
    intents.save,
    async ({ body }, { ctx }) => new Reply(await saveIntent(ctx, body), botsTexts.intentSaved),
  );

  mount(app, intents.get, ({ params }, { ctx }) => getIntent(ctx, params));

  mount(app, intents.remove, async ({ params }, { ctx }) => {
    await removeIntent(ctx, params);
    return new Reply(null, botsTexts.intentDeleted);
  });
}
