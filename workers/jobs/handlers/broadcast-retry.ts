import { broadcastsTexts } from "#texts/broadcasts.ts";
import { retryGaveUp, retryPages } from "#workers/domain/broadcasts/retry.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { wakeSender } from "./broadcast-recipients.ts";

/** Takes up again those of a broadcast who failed, and sets its sender to work. */
export const broadcastRetry = (env: JobsEnv): JobHandler<"broadcast.retry"> => ({
  pages: (ctx, held, payload) => {
    const page = retryPages(ctx, held, payload);
    return async () => {
      const end = await page();
      if (end === "done") await wakeSender(env, ctx, payload.broadcastId);
      return end;
    };
  },
  gaveUp: async (ctx, { broadcastId }) => {
    await retryGaveUp(ctx, broadcastId);
    await wakeSender(env, ctx, broadcastId);
  },
  failure: broadcastsTexts.job.notRetried,
});
