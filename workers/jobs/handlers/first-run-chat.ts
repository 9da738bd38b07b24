import { errorsTexts } from "#texts/errors.ts";
import type { SimulatorCalls } from "#workers/contract/simulator.ts";
import { sayOwed } from "#workers/domain/first-run/owed.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { databaseOf } from "../database-of.ts";

/** Lets the first customer of a first run write to the bot that is trained now. */
export const firstRunChat = (env: JobsEnv): JobHandler<"firstRun.chat"> => ({
  pages:
    (ctx, { job }) =>
    async () =>
      sayOwed(ctx, job, {
        database: (await databaseOf(env, ctx.enterpriseId)) ?? "",
        simulatorOf: (channelId) =>
          env.SIMULATOR.get(env.SIMULATOR.idFromName(channelId)) as unknown as SimulatorCalls,
        bucket: env.FILES,
      }),
  failure: errorsTexts.internal,
});
