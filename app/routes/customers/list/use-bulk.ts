import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { type BulkJob, getBulk, startBulk } from "#workers/contract/endpoints/customer-bulk.ts";
import type { CallOf } from "#workers/contract/endpoint.ts";

const POLL_MS = 2_000;
const KEY = "customersBulk";
type BulkRequest = NonNullable<CallOf<typeof startBulk>["body"]>;

export interface BulkControl {
  /** The running bulk action, or its result until it is closed. */
  work: BulkJob | undefined;
  running: boolean;
  /** Starts a bulk action; throws ApiError when it is rejected. */
  start: (work: BulkRequest) => Promise<void>;
  dismiss: () => void;
}

/**
 * A bulk action on customers. Its progress comes over the socket and is polled as well, so that a lost socket leaves
 * no endless progress bar; a reload finds it again.
 */
export function useBulk(onDone: () => void): BulkControl {
  const toast = useToast();
  const [work, setWork] = useState<BulkJob>();
  const [jobId, setJobId] = useState(() => sessionStorage.getItem(KEY));
  const running = work?.state === "waiting" || work?.state === "running";
  const watched = useRef<string>(undefined);

  const take = useCallback(
    (next: BulkJob) => {
      setWork(next);
      const over = next.state === "done" || next.state === "failed";
      if (!over) {
        watched.current = next.jobId;
        return;
      }
      // A bulk action that ended before this page was opened is shown, but not announced.
      if (watched.current !== next.jobId) return;
      watched.current = undefined;
      toast[next.state === "done" ? "success" : "error"](outcomeOf(next));
      onDone();
    },
    [onDone, toast],
  );
  const refresh = useCallback(async () => {
    if (!jobId) return;
    try {
      take(await call(getBulk, { params: { id: jobId } }));
    } catch (error) {
      // It was cleaned up, so there is nothing left to show.
      if (error instanceof ApiError && error.status === 404) setJobId(null);
    }
  }, [jobId, take]);

  useEffect(() => {
    if (jobId) sessionStorage.setItem(KEY, jobId);
    else sessionStorage.removeItem(KEY);
    void refresh();
  }, [jobId, refresh]);
  useEvent(
    "bulkProgress",
    (event) => {
      if (event.jobId !== jobId) return;
      if (event.state === "running") setWork((now) => now && { ...now, ...event });
      else void refresh();
    },
    () => void refresh(),
  );
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => void refresh(), POLL_MS);
    return () => clearInterval(timer);
  }, [running, refresh]);

  return {
    work: jobId === null ? undefined : work,
    running,
    start: async (body) => {
      const begun = await call(startBulk, { body });
      watched.current = begun.jobId;
      setWork(begun);
      setJobId(begun.jobId);
    },
    dismiss: () => setJobId(null),
  };
}

export function outcomeOf({ state, action, changed, message }: BulkJob): string {
  if (state === "failed") return message || texts.bulkFailed;
  return texts.bulkDone(action, changed);
}
