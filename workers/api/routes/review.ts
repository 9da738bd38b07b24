import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { allIntents } from "#workers/domain/intents/all.ts";
import { addPhrases, ignoreUnmatched } from "#workers/domain/review/handle.ts";
import { listUnmatched } from "#workers/domain/review/unmatched.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";

const { review } = endpoints;

export function reviewRoutes(app: Hono<AppEnv>): void {
  mount(app, review.intents, async ({ params }, { scope }) => ({
    intents: await allIntents(scope, params.id),
  }));

  mount(app, review.unmatched, ({ params, query }, { scope }) => listUnmatched(scope, params.id, query));

  mount(app, review.addPhrases, async ({ params, body }, { scope }) => {
    const done = await addPhrases(scope, params.id, body);
    return new Said(done, messages.review.added(done));
  });

  mount(app, review.ignore, async ({ params, body }, { scope }) => {
    const done = await ignoreUnmatched(scope, params.id, body);
    return new Said(
      done,
      body.undo ? messages.review.undone(done.changed) : messages.review.ignored(done.changed),
    );
  });
}
