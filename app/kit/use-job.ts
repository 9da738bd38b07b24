import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { pageLanguage } from "#app/lib/language/language.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { getJob } from "#workers/contract/endpoints/jobs.ts";
import type { JobKind, JobProgress } from "#workers/contract/jobs.ts";
import { isOpen, JobNews } from "./job-news.ts";
import { beginWork, followWork, seenWork } from "./left-work.ts";
import { useSilence } from "./use-silence.ts";

const FIRST_MS = 2_000;

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
  const [begun, setBegun] = useState<string>();
  const [given, setGiven] = useState(jobId);
  if (given !== jobId) {
    setGiven(jobId);
    if (jobId !== null && (id === null || jobId > id)) setId(jobId);
  }
  const [news] = useState(() => new JobNews());
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });

  const take = useCallback(
    (next: JobProgress, asOf: number) => {
      const taken = news.take(next, asOf);
      if (taken === "old") return;
      setJob(next);
      if (!isOpen(next)) seenWork(next.jobId);
      if (taken === "end") latest.current?.(next);
    },
    [news],
  );

  const follow = useCallback(
    (next: string, known?: JobProgress) => {
      news.follow(next, performance.now());
      setBegun(next);
      setId(next);
      setJob(known);
    },
    [news],
  );
  const forget = useCallback(() => {
    news.forget();
    setId(null);
    setJob(undefined);
  }, [news]);

  const ask = useCallback(async () => {
    if (id === null) return;
    const asOf = performance.now();
    try {
      take(await call(getJob, { params: { id } }), asOf);
    } catch (error) {
      // It was cleaned up, or belongs to something deleted: there is nothing left to follow.
      if (error instanceof ApiError && error.status === 404) {
        seenWork(id);
        forget();
      }
    }
  }, [id, take, forget]);

  useEffect(() => (id === null ? undefined : followWork(id)), [id]);
  // Once it is followed, so that it is nobody else's in between.
  useEffect(() => {
    if (begun !== undefined && begun === id) beginWork(begun, kind);
  }, [begun, id, kind]);

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
  useSilence(waits ? id : undefined, ask, { firstMs: FIRST_MS, heardAt: () => news.heardAt, atOnce: true });

  return { job: current, follow, forget };
}
