import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { pageLanguage } from "#app/lib/language/language.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { getJob } from "#workers/contract/endpoints/jobs.ts";
import type { JobKind, JobProgress } from "#workers/contract/jobs.ts";

/** Silence after which the job's state is asked for; doubled each time that nothing is heard. */
const FIRST_MS = 2_000;
const MOST_MS = 30_000;

export const isOpen = ({ state }: JobProgress): boolean => state === "waiting" || state === "running";

/** An event is one for everybody, so its sentence is English; the job's answer speaks this document's language. */
const wordsOf = async (event: JobProgress): Promise<JobProgress> =>
  event.message === "" || pageLanguage() === "en"
    ? event
    : call(getJob, { params: { id: event.jobId } }).catch(() => event);

interface Watched {
  kind: JobKind;
  /** A job that is known already, as after a reload; a newer one replaces it. */
  jobId?: string | null;
  /** With it, jobs about this subject that somebody else starts are followed as well. */
  subject?: string;
}

export interface FollowedJob {
  job: JobProgress | undefined;
  /** Follows a job that was just started, up to its announced end. */
  follow: (jobId: string, known?: JobProgress) => void;
  forget: () => void;
}

/**
 * One piece of background work, as it goes on: by the socket's events, and by asking when they stay away. `onEnd` is
 * called once for a job that was seen open or was followed, and not for one that had ended before.
 */
export function useJob(
  { kind, jobId = null, subject }: Watched,
  onEnd?: (job: JobProgress) => void,
): FollowedJob {
  const [id, setId] = useState(jobId);
  const [job, setJob] = useState<JobProgress>();
  const [given, setGiven] = useState(jobId);
  if (given !== jobId) {
    setGiven(jobId);
    if (jobId !== null && (id === null || jobId > id)) setId(jobId);
  }
  const announced = useRef<string>(undefined);
  const heardAt = useRef(-Infinity);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });

  /** An answer that was asked for before the last news came is older than they are. */
  const take = useCallback((next: JobProgress, asOf: number) => {
    if (asOf < heardAt.current) return;
    heardAt.current = asOf;
    setJob(next);
    if (isOpen(next)) {
      announced.current = next.jobId;
    } else if (announced.current === next.jobId) {
      announced.current = undefined;
      latest.current?.(next);
    }
  }, []);

  const follow = useCallback((next: string, known?: JobProgress) => {
    announced.current = next;
    heardAt.current = performance.now();
    setId(next);
    setJob(known);
  }, []);
  const forget = useCallback(() => {
    announced.current = undefined;
    setId(null);
    setJob(undefined);
  }, []);

  const ask = useCallback(async () => {
    if (id === null) return;
    const asOf = performance.now();
    try {
      take(await call(getJob, { params: { id } }), asOf);
    } catch (error) {
      // It was cleaned up, or belongs to something deleted: there is nothing left to follow.
      if (error instanceof ApiError && error.status === 404) forget();
    }
  }, [id, take, forget]);

  useEvent(
    "jobProgress",
    (event) => {
      if (event.kind !== kind) return;
      if (event.jobId !== id) {
        // Ids sort by time: late news of an earlier job about the same subject are no news.
        if (event.subject !== subject || (id !== null && event.jobId < id)) return;
        setId(event.jobId);
      }
      void wordsOf(event).then((said) => take(said, performance.now()));
    },
    () => void ask(),
  );

  const current = job?.jobId === id ? job : undefined;
  const waits = id !== null && (current === undefined || isOpen(current));
  useEffect(() => {
    if (!waits) return;
    let wait = FIRST_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const look = async (): Promise<void> => {
      if (performance.now() - heardAt.current < wait) wait = FIRST_MS;
      else {
        await ask();
        wait = Math.min(wait * 2, MOST_MS);
      }
      if (!over) timer = setTimeout(() => void look(), wait);
    };
    void look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [waits, ask]);

  return { job: current, follow, forget };
}
