import type { Hono } from "hono";
import { botsAnswersTexts } from "#texts/bots-answers.ts";
import { botsTexts } from "#texts/bots.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import { getIntent } from "#workers/domain/intents/intent.ts";
import { listIntents } from "#workers/domain/intents/list.ts";
import { removeIntent } from "#workers/domain/intents/remove.ts";
import { saveIntent } from "#workers/domain/intents/save.ts";
import { searchIntents } from "#workers/domain/intents/search.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function intentRoutes(app: Hono<AppEnv>): void {
  mount(app, intentsApi.listIntents, ({ params, query }, { ctx }) => listIntents(ctx, params, query));

  mount(app, intentsApi.searchIntents, ({ query }, { ctx }) => searchIntents(ctx, query));

  mount(
    app,
    intentsApi.saveIntent,
    async ({ body }, { ctx }) => new Reply(await saveIntent(ctx, body), botsAnswersTexts.intentSaved),
  );

  mount(app, intentsApi.getIntent, ({ params }, { ctx }) => getIntent(ctx, params));

  mount(app, intentsApi.deleteIntent, async ({ params }, { ctx }) => {
    await removeIntent(ctx, params);
    return new Reply(null, botsTexts.intentDeleted);
  });
}
