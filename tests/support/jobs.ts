import type { JobProgress } from "#workers/contract/jobs.ts";
import * as jobsApi from "#workers/contract/endpoints/jobs.ts";
import type { RunDeps } from "#workers/domain/jobs/held-job.ts";
import type { Person } from "./people.ts";

/** Surroundings of a job whose worker is the test itself: nobody is told, and nobody else is woken. */
export const idleDeps: RunDeps = {
  breathe: () => Promise.resolve(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  tell: () => Promise.resolve(),
  wake: () => Promise.resolve(),
};

const isOpen = ({ state }: JobProgress): boolean => state === "waiting" || state === "running";

/** Waits until a job has ended, and answers how. */
export async function ended(who: Person, jobId: string, patienceMs = 30_000): Promise<JobProgress> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const job = await who.call(jobsApi.getJob, { params: { id: jobId } });
    if (!isOpen(job)) return job;
    if (Date.now() > until) throw new Error(`the job ${job.kind} is still ${job.state}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
