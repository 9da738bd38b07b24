import type { JobProgress } from "#workers/contract/jobs.ts";
import * as jobsApi from "#workers/contract/endpoints/jobs.ts";
import type { ApiClient } from "./client.ts";

const LOOK_EVERY_MS = 50;

/** Waits until a job has ended, and answers how. A script has no socket to be told by, so it asks. */
export async function endedJob(
  client: Pick<ApiClient, "call">,
  jobId: string,
  patienceMs = 60_000,
): Promise<JobProgress> {
  for (const until = Date.now() + patienceMs; ;) {
    const job = await client.call(jobsApi.getJob, { params: { id: jobId } });
    if (job.state !== "waiting" && job.state !== "running") return job;
    if (Date.now() > until) throw new Error(`the job ${job.kind} is still ${job.state}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
