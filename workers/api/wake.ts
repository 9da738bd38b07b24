import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { Wake } from "#workers/contract/jobs.ts";

interface SweeperCalls {
  arm(): Promise<void>;
  ping(): Promise<true>;
}

export const sweeperOf = (env: Pick<ApiEnv, "SWEEPER">): SweeperCalls =>
  env.SWEEPER.get(env.SWEEPER.idFromName("sweeper")) as unknown as SweeperCalls;

/** An armed sweeper goes on for two minutes; one minute of them is left to a request that does not arm it. */
const ARM_AGAIN_MS = 60_000;
let armedAt = 0;

/**
 * Sees to it that the sweeper runs: before a commit whose follow-up dies with this Worker, so that it is found. A
 * sweeper that cannot be reached does not stop the change; the cron arms it too.
 */
export async function armSweeper(env: Pick<ApiEnv, "SWEEPER">, now = Date.now()): Promise<void> {
  if (now - armedAt < ARM_AGAIN_MS) return;
  try {
    await sweeperOf(env).arm();
    armedAt = now;
  } catch (error) {
    console.log(JSON.stringify({ level: "warn", failure: `sweeper: ${String(error)}` }));
  }
}

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
