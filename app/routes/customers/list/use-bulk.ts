import { call } from "#app/data/api.ts";
import { type BulkWork, useBulkJob } from "#app/kit/use-bulk-job.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { startBulk } from "#workers/contract/endpoints/customer-bulk.ts";
import type { CallOf } from "#workers/contract/endpoint.ts";
import type { BulkResult } from "#workers/contract/jobs.ts";
import { customersChanged } from "#app/features/customers/changed.ts";

type BulkRequest = NonNullable<CallOf<typeof startBulk>["body"]>;
export type BulkJob = NonNullable<BulkWork<BulkResult>["work"]>;

export interface BulkControl extends Omit<BulkWork<BulkResult>, "follow"> {
  /** Starts a bulk action; throws ApiError when it is rejected. */
  start: (work: BulkRequest) => Promise<void>;
}

/** A bulk action on customers. */
export function useBulk(): BulkControl {
  const { follow, ...bulk } = useBulkJob<BulkResult>("customers.bulk", () => void customersChanged());
  return {
    ...bulk,
    start: async (body) => {
      const begun = await call(startBulk, { body });
      follow(begun.jobId, begun);
    },
  };
}

export function outcomeOf({ state, action, changed, message }: BulkJob): string {
  if (state === "failed") return message || texts.bulkFailed;
  return texts.bulkDone(action, changed);
}
