import { broadcastsTexts } from "#texts/broadcasts.ts";
import { feedGaveUp, feedPages } from "#workers/domain/broadcasts/feed.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { makingDeps, wakeSender } from "./broadcast-recipients.ts";

/** Adds people to a fallback and sets its sender to work. */
export const broadcastFeed = (env: JobsEnv): JobHandler<"broadcast.feed"> => ({
  pages: (ctx, held, payload) => {
    const page = feedPages(ctx, held, payload, makingDeps(env, ctx));
    return async () => {
      const end = await page();
      if (end === "done") await wakeSender(env, ctx, payload.broadcastId);
      return end;
    };
  },
  gaveUp: async (ctx, { broadcastId }, message) => {
    await feedGaveUp(ctx, broadcastId, message);
    await wakeSender(env, ctx, broadcastId);
  },
  failure: broadcastsTexts.job.failed,
});
