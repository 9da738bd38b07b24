import { broadcastsTexts } from "#texts/broadcasts.ts";
import { prepareGaveUp, preparePages } from "#workers/domain/broadcasts/prepare.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { makingDeps, wakeSender } from "./broadcast-recipients.ts";

/** Finds the recipients of a broadcast and sets its sender to work. */
export const broadcastPrepare = (env: JobsEnv): JobHandler<"broadcast.prepare"> => ({
  pages: (ctx, held, payload) => {
    const page = preparePages(ctx, held, payload, { files: env.FILES, ...makingDeps(env, ctx) });
    return async () => {
      const end = await page();
      if (end === "done") await wakeSender(env, ctx, payload.broadcastId);
      return end;
    };
  },
  gaveUp: async (ctx, { broadcastId }, message) => {
    await prepareGaveUp(ctx, broadcastId, message);
    await wakeSender(env, ctx, broadcastId);
  },
  failure: broadcastsTexts.job.failed,
});
