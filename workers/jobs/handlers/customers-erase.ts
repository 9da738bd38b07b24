import { directory } from "#db/client.ts";
import { errorsTexts } from "#texts/errors.ts";
import type { SimulatorCalls } from "#workers/contract/simulator.ts";
import { noteErased } from "#workers/domain/backups/erased-notes.ts";
import { finishErasure } from "#workers/domain/erasure/finish.ts";
import { droppingJobs } from "#workers/domain/jobs/open.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";

/** Ends erasures of customers. */
export const customersErase = (env: JobsEnv): JobHandler<"customers.erase"> => ({
  pages(ctx, held, payload) {
    let isNoted = false;
    return async () => {
      if (!isNoted) await noteErased(ctx, held.job, payload, env.BACKUPS);
      isNoted = true;
      if (payload.silent) {
        await droppingJobs(ctx, held.job.subject);
        return "done";
      }
      return finishErasure(ctx, held, payload, {
        directory: directory(env),
        hub: hubOf(env, ctx.enterpriseId),
        simulatorOf: (channelId) =>
          env.SIMULATOR.get(env.SIMULATOR.idFromName(channelId)) as unknown as SimulatorCalls,
        files: env.FILES,
      });
    };
  },
  failure: errorsTexts.internal,
});
