import { botsAnswersTexts } from "#texts/bots-answers.ts";
import { providerOfAgent } from "#workers/domain/integrations/provider-of.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { tidyFiles } from "#workers/domain/training/files.ts";
import { runTraining } from "#workers/domain/training/run.ts";

/** Trains an agent. */
export const agentTrain = (env: JobsEnv): JobHandler<"agent.train"> => ({
  pages: (ctx, held, payload) => () =>
    runTraining(ctx, held, payload, {
      files: env.FILES,
      providerFor: (id, config) => providerOfAgent(ctx, env, id, config),
    }),
  after: (ctx, { agentId }) => tidyFiles(ctx, agentId, env.FILES),
  failure: botsAnswersTexts.trainingFailed,
});
