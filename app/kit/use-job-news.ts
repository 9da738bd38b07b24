import { useRef } from "react";
import { useEvent } from "#app/realtime/use-event.ts";
import type { JobKind } from "#workers/contract/jobs.ts";
import { useSilence } from "./use-silence.ts";

const FIRST_MS = 4_000;

/**
 * Work of one kind about some subjects whose state a screen has from an endpoint of its own: `onNews` for a subject of which
 * something is heard, and for each of them while nothing is. `onOther` is called for other subjects.
 */
export function useJobNews(
  kind: JobKind,
  subjects: readonly string[],
  {
    onNews,
    onOther,
    running = subjects,
  }: {
    onNews: (subject: string) => unknown;
    onOther?: (() => void) | undefined;
    /** Those that are asked for; all of them unless some have ended. */
    running?: readonly string[];
  },
): void {
  const heardAt = useRef(-Infinity);
  const askRunning = () => Promise.all(running.map(onNews));
  useEvent(
    "jobProgress",
    (event) => {
      if (event.kind !== kind) return;
      heardAt.current = performance.now();
      if (subjects.includes(event.subject)) void onNews(event.subject);
      else onOther?.();
    },
    () => void askRunning(),
  );
  useSilence(running.length > 0 ? running.join(" ") : undefined, askRunning, {
    firstMs: FIRST_MS,
    heardAt: () => heardAt.current,
  });
}
