import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { Wake } from "#workers/contract/jobs.ts";

interface SweeperCalls {
  arm(): Promise<void>;
  ping(): Promise<true>;
}

export const sweeperOf = (env: Pick<ApiEnv, "SWEEPER">): SweeperCalls =>
  env.SWEEPER.get(env.SWEEPER.idFromName("sweeper")) as unknown as SweeperCalls;

/**
 * Wakes a worker for a job that is already recorded. The sweeper is armed as well: it finds the job if the message is
 * lost, so a failed send is not the caller's problem.
 */
export async function wakeWorker(env: ApiEnv, enterpriseId: EnterpriseId, jobId: string): Promise<void> {
  const message: Wake = { v: 1, enterpriseId, jobId };
  const sent = await Promise.allSettled([env.JOBS.send(message), sweeperOf(env).arm()]);
  for (const outcome of sent) {
    if (outcome.status === "rejected") {
      console.log(JSON.stringify({ level: "warn", jobId, failure: `wake: ${String(outcome.reason)}` }));
    }
  }
}
