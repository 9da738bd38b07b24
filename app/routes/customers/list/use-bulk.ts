import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, call } from "#app/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import * as messages from "#app/messages.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { type BulkWork, getBulk, startBulk } from "#workers/contract/endpoints/customer-works.ts";
import type { CallOf } from "#workers/contract/endpoint.ts";

const POLL_MS = 2_000;
const KEY = "customersBulk";
type Work = NonNullable<CallOf<typeof startBulk>["body"]>;

export interface BulkControl {
  /** The work that goes on, or what came of it until somebody closes it. */
  work: BulkWork | undefined;
  running: boolean;
  /** Begins a work; throws ApiError when it is refused. */
  start: (work: Work) => Promise<void>;
  dismiss: () => void;
}

/**
 * Work on many customers. Its progress comes over the socket, and is asked for now and then as well, so that a lost
 * socket leaves no eternal bar; a reload finds it again.
 */
export function useBulk(onDone: () => void): BulkControl {
  const toast = useToast();
  const [work, setWork] = useState<BulkWork>();
  const [jobId, setJobId] = useState(() => sessionStorage.getItem(KEY));
  const running = work?.state === "waiting" || work?.state === "running";
  const watched = useRef<string>(undefined);

  const take = useCallback(
    (next: BulkWork) => {
      setWork(next);
      const over = next.state === "done" || next.state === "failed";
      if (!over) {
        watched.current = next.jobId;
        return;
      }
      // What had ended before this page was opened is shown, and no news.
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
      // It was cleared away: there is nothing to show any more.
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

const texts = messages.customers;

export function outcomeOf({ state, changed, message }: BulkWork): string {
  if (state === "failed") return message || texts.bulkFailed;
  return texts.bulkDone(changed.toLocaleString("en"));
}
