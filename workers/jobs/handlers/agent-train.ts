import { botsTexts } from "#texts/bots.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import type { EventData } from "#workers/contract/socket.ts";
import type { LeasedJob } from "#workers/domain/jobs/lease.ts";
import { providerOfAgent } from "#workers/domain/integrations/provider-of.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { tidyFiles } from "#workers/domain/training/files.ts";
import { runTraining } from "#workers/domain/training/run.ts";
import { publish } from "../publish.ts";
import type { JobHandler } from "../run-job.ts";

/** Trains an agent and reports progress to the screens. */
export const agentTrain: JobHandler<"agent.train"> = {
  async run(env, ctx, job, payload) {
    const { agentId } = payload;
    await tell(env, ctx, job, agentId, { state: "running", progress: job.progress, message: "" });
    const left = await runTraining(ctx, job, payload, {
      files: env.FILES,
      providerFor: (id, config) => providerOfAgent(ctx, env, id, config),
      breathe: () => scheduler.wait(0),
      pause: (ms) => scheduler.wait(ms),
      progress: (progress) => tell(env, ctx, job, agentId, { state: "running", progress, message: "" }),
    });
    if (left === "more") return left;
    await tell(env, ctx, job, agentId, { state: "trained", progress: 1, message: botsTexts.trained });
  },
  async gaveUp(env, ctx, job, { agentId }: JobPayload<"agent.train">, message) {
    await tidyFiles(ctx, agentId, env.FILES);
    await tell(env, ctx, job, agentId, { state: "failed", progress: 1, message });
  },
  failure: botsTexts.trainingFailed,
};

const tell = (
  env: JobsEnv,
  ctx: Ctx,
  job: LeasedJob,
  agentId: string,
  how: Pick<EventData<"trainingProgress">, "state" | "progress" | "message">,
): Promise<void> =>
  publish(env, ctx.enterpriseId, {
    action: "trainingProgress",
    data: { agentId, jobId: job.id, ...how },
  });
