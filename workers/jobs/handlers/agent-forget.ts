import { errorsTexts } from "#texts/errors.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { forgetAgent } from "#workers/domain/trash/forget-bot.ts";

/** Deletes a deleted agent's files in R2. */
export const agentForget = (env: JobsEnv): JobHandler<"agent.forget"> => ({
  pages:
    (ctx, { job }, payload) =>
    () =>
      forgetAgent(ctx, job, payload, env.FILES),
  failure: errorsTexts.internal,
});
