import type { JobProgress } from "#workers/contract/jobs.ts";
import * as jobsApi from "#workers/contract/endpoints/jobs.ts";
import type { ApiClient } from "./client.ts";
import { waitUntil } from "./wait-until.ts";

/** Waits until a job has ended, and answers how. */
export async function endedJob(
  client: Pick<ApiClient, "call">,
  jobId: string,
  patienceMs = 60_000,
): Promise<JobProgress> {
  return waitUntil(
    async () => {
      const job = await client.call(jobsApi.getJob, { params: { id: jobId } });
      return job.state === "waiting" || job.state === "running" ? undefined : job;
    },
    "the job has ended",
    patienceMs,
  );
}
