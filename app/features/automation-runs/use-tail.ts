import { useState } from "react";
import { useEvent } from "#app/realtime/use-event.ts";
import { useTopic } from "#app/realtime/use-topic.ts";
import type { RunsStepped, SteppedRun } from "#workers/contract/automation-events.ts";
import { topicOf } from "#workers/contract/topics.ts";

/** Steps that are kept on the screen. */
const MOST = 200;

type Counts = Pick<RunsStepped, "entered" | "steps" | "ended" | "failed">;

export interface Tail {
  /** The newest first. */
  steps: readonly SteppedRun[];
  /** Since it is looked at. */
  counts: Counts;
  /** More was done than was told one by one. */
  isCut: boolean;
  since: number;
  isHeard: boolean;
}

/** Steps of an instance, or of all encaps, from now on. */
export function useTail(
  of: string,
  ask: (socketId: string) => Promise<unknown>,
  fits: (step: SteppedRun) => boolean,
): Tail {
  const [tail, setTail] = useState(() => ({
    steps: [] as SteppedRun[],
    counts: { entered: 0, steps: 0, ended: 0, failed: 0 },
    isCut: false,
    since: Date.now(),
  }));
  const socketId = useTopic(topicOf.log(of), ask);
  useEvent("runsStepped", (data) => {
    if (data.of !== of) return;
    setTail(({ steps, counts, isCut, since }) => ({
      steps: [...data.latest.filter(fits).toReversed(), ...steps].slice(0, MOST),
      counts: {
        entered: counts.entered + data.entered,
        steps: counts.steps + data.steps,
        ended: counts.ended + data.ended,
        failed: counts.failed + data.failed,
      },
      isCut: isCut || data.steps > data.latest.length,
      since,
    }));
  });
  return { ...tail, isHeard: socketId !== undefined };
}
