import * as messages from "#app/messages.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import type { EventData } from "#workers/contract/socket.ts";
import type { LeasedJob } from "#workers/domain/jobs/lease.ts";
import { providerOfAgent } from "#workers/domain/integrations/provider-of.ts";
import type { Scope } from "#workers/domain/scope.ts";
import { tidyFiles } from "#workers/domain/training/files.ts";
import { runTraining } from "#workers/domain/training/run.ts";
import { publish } from "../publish.ts";
import type { JobHandler } from "../run-job.ts";

/** Trains an agent and reports progress to the screens. */
export const agentTrain: JobHandler<"agent.train"> = {
  async run(env, scope, job, payload) {
    const { agentId } = payload;
    await tell(env, scope, job, agentId, { state: "running", progress: job.progress, message: "" });
    const left = await runTraining(scope, job, payload, {
      files: env.FILES,
      providerFor: (id, config) => providerOfAgent(scope, env, id, config),
      breathe: () => scheduler.wait(0),
      pause: (ms) => scheduler.wait(ms),
      progress: (progress) => tell(env, scope, job, agentId, { state: "running", progress, message: "" }),
    });
    if (left === "more") return left;
    await tell(env, scope, job, agentId, { state: "trained", progress: 1, message: messages.bots.trained });
  },
  async gaveUp(env, scope, job, { agentId }: JobPayload<"agent.train">, message) {
    await tidyFiles(scope, agentId, env.FILES);
    await tell(env, scope, job, agentId, { state: "failed", progress: 1, message });
  },
  failure: messages.bots.trainingFailed,
};

const tell = (
  env: JobsEnv,
  scope: Scope,
  job: LeasedJob,
  agentId: string,
  how: Pick<EventData<"trainingProgress">, "state" | "progress" | "message">,
): Promise<void> =>
  publish(env, scope.enterpriseId, {
    action: "trainingProgress",
    data: { agentId, jobId: job.id, ...how },
  });
