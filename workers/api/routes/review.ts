import type { Hono } from "hono";
import { reviewTexts } from "#texts/review.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { allIntents } from "#workers/domain/intents/all.ts";
import { addPhrases, ignoreUnmatched } from "#workers/domain/review/handle.ts";
import { listUnmatched } from "#workers/domain/review/unmatched.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

const { review } = endpoints;

export function reviewRoutes(app: Hono<AppEnv>): void {
  mount(app, review.intents, async ({ params }, { ctx }) => ({
    intents: await allIntents(ctx, params.id),
  }));

  mount(app, review.unmatched, ({ params, query }, { ctx }) => listUnmatched(ctx, params.id, query));

  mount(app, review.addPhrases, async ({ params, body }, { ctx }) => {
    const done = await addPhrases(ctx, params.id, body);
    return new Reply(done, reviewTexts.added(done));
  });

  mount(app, review.ignore, async ({ params, body }, { ctx }) => {
    const done = await ignoreUnmatched(ctx, params.id, body);
    return new Reply(done, body.undo ? reviewTexts.undone(done.changed) : reviewTexts.ignored(done.changed));
  });
}
