import { errorsTexts } from "#texts/errors.ts";
import { forgetAgent } from "#workers/domain/trash/forget-bot.ts";
import type { JobHandler } from "../run-job.ts";

/** Deletes a deleted agent's files in R2. */
export const agentForget: JobHandler<"agent.forget"> = {
  run: (env, ctx, job, payload) => forgetAgent(ctx, job, payload, env.FILES),
  // Nobody waits for it; the log has the failure.
  gaveUp: () => Promise.resolve(),
  failure: errorsTexts.internal,
};
