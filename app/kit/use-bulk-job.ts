import { useEffect } from "react";
import { isOpen } from "#app/kit/job-news.ts";
import { type FollowedJob, useJob } from "#app/kit/use-job.ts";
import type { JobKind, JobProgress } from "#workers/contract/jobs.ts";

export interface BulkWork<Result> extends Pick<FollowedJob, "follow"> {
  /** The running work, or its result until it is closed. */
  work: (Pick<JobProgress, "jobId" | "state" | "message"> & Result) | undefined;
  running: boolean;
  dismiss: () => void;
}

/** Work on all that match of a list; a reload of the tab finds it again, and it goes on without the tab. */
export function useBulkJob<Result>(kind: JobKind, onEnd: () => void): BulkWork<Result> {
  const key = `bulk ${kind}`;
  const { job, follow, forget } = useJob({ kind, jobId: sessionStorage.getItem(key) }, onEnd);
  const jobId = job?.jobId;
  useEffect(() => {
    if (jobId) sessionStorage.setItem(key, jobId);
  }, [key, jobId]);
  return {
    work: job && {
      jobId: job.jobId,
      state: job.state,
      message: job.message,
      ...(job.result as Result),
    },
    running: job !== undefined && isOpen(job),
    follow,
    dismiss: () => {
      sessionStorage.removeItem(key);
      forget();
    },
  };
}
