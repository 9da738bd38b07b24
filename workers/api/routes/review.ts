import type { Hono } from "hono";
import { reviewTexts } from "#texts/review.ts";
import * as reviewApi from "#workers/contract/endpoints/review.ts";
import { allIntents } from "#workers/domain/intents/all.ts";
import { addPhrases, ignoreUnmatched } from "#workers/domain/review/handle.ts";
import { listUnmatched } from "#workers/domain/review/unmatched.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function reviewRoutes(app: Hono<AppEnv>): void {
  mount(app, reviewApi.listAllIntents, async ({ params, query }, { ctx }) => ({
    intents: await allIntents(ctx, params.id, query),
  }));

  mount(app, reviewApi.listUnmatched, ({ params, query }, { ctx }) => listUnmatched(ctx, params.id, query));

  mount(app, reviewApi.addPhrases, async ({ params, body }, { ctx }) => {
    const done = await addPhrases(ctx, params.id, body);
    return new Reply(done, reviewTexts.added(done));
  });

  mount(app, reviewApi.ignoreUnmatched, async ({ params, body }, { ctx }) => {
    const done = await ignoreUnmatched(ctx, params.id, body);
    return new Reply(done, body.undo ? reviewTexts.undone(done.changed) : reviewTexts.ignored(done.changed));
  });
}
