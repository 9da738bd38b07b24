import { useEffect } from "react";
import { call } from "#app/data/api.ts";
import { isOpen, useJob } from "#app/kit/use-job.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { startBulk } from "#workers/contract/endpoints/customer-bulk.ts";
import type { CallOf } from "#workers/contract/endpoint.ts";
import type { BulkResult, JobProgress } from "#workers/contract/jobs.ts";
import { customersChanged } from "#app/features/customers/changed.ts";

const KEY = "customersBulk";
type BulkRequest = NonNullable<CallOf<typeof startBulk>["body"]>;
export type BulkJob = Pick<JobProgress, "jobId" | "state" | "message"> & BulkResult;

export interface BulkControl {
  /** The running bulk action, or its result until it is closed. */
  work: BulkJob | undefined;
  running: boolean;
  /** Starts a bulk action; throws ApiError when it is rejected. */
  start: (work: BulkRequest) => Promise<void>;
  dismiss: () => void;
}

/** A bulk action on customers; a reload finds it again. */
export function useBulk(): BulkControl {
  const { job, follow, forget } = useJob(
    { kind: "customers.bulk", jobId: sessionStorage.getItem(KEY) },
    () => void customersChanged(),
  );
  const jobId = job?.jobId;
  useEffect(() => {
    if (jobId) sessionStorage.setItem(KEY, jobId);
  }, [jobId]);
  return {
    work: job && bulkOf(job),
    running: job !== undefined && isOpen(job),
    start: async (body) => {
      const begun = await call(startBulk, { body });
      follow(begun.jobId, begun);
    },
    dismiss: () => {
      sessionStorage.removeItem(KEY);
      forget();
    },
  };
}

const bulkOf = ({ jobId, state, message, result }: JobProgress): BulkJob => ({
  jobId,
  state,
  message,
  ...(result as BulkResult),
});

export function outcomeOf({ state, action, changed, message }: BulkJob): string {
  if (state === "failed") return message || texts.bulkFailed;
  return texts.bulkDone(action, changed);
}
