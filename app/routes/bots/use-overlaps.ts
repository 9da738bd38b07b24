import { useEffect, useState } from "react";
import { call } from "#app/api.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { phraseOverlaps } from "#workers/contract/endpoints/training.ts";

export type Overlaps = ReplyOf<typeof phraseOverlaps>["overlaps"][number];
export const NO_OVERLAPS: Overlaps = [];
/** So many phrases are asked about in one call. */
export const OVERLAPS_AT_ONCE = 50;
const WAIT_MS = 300;

/** To which phrases of other intents each of these is near, asked a moment after they stopped changing. */
export function useOverlaps(
  agentId: string,
  intentId: string | undefined,
  phrases: readonly string[],
): Overlaps[] {
  const asked = JSON.stringify(phrases);
  const [found, setFound] = useState<{ asked: string; overlaps: Overlaps[] }>();
  useEffect(() => {
    const list = JSON.parse(asked) as string[];
    if (list.length === 0) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      call(phraseOverlaps, {
        params: { id: agentId },
        body: { phrases: list.map((phrase) => phrase.slice(0, 500)), intentId: intentId ?? null },
        signal: abort.signal,
      }).then(
        ({ overlaps }) => setFound({ asked, overlaps }),
        // A hint that cannot be had is no reason to disturb who is writing.
        () => undefined,
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [agentId, intentId, asked]);
  return found?.asked === asked ? found.overlaps : [];
}
