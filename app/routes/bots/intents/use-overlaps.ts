import { useEffect, useState } from "react";
import { call } from "#app/data/api.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { phraseOverlaps } from "#workers/contract/endpoints/training.ts";

export type Overlaps = ReplyOf<typeof phraseOverlaps>["overlaps"][number];
export const NO_OVERLAPS: Overlaps = [];
/** Maximum number of phrases per call. */
export const OVERLAPS_AT_ONCE = 50;
const WAIT_MS = 300;

/** Returns the similar phrases of other intents for each phrase, requested once the phrases stop changing. */
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
        // A hint that fails to load is no reason to interrupt the author.
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
