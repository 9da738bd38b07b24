import { useQueryOf } from "#app/data/query.ts";
import { useSettled } from "#app/lib/use-settled.ts";
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
  const written = JSON.stringify(phrases.map((phrase) => phrase.slice(0, 500)));
  const settled = useSettled(written, WAIT_MS);
  const asked = settled === written && phrases.length > 0;
  // A hint that fails to load is no reason to interrupt the author.
  const { answer } = useQueryOf(
    phraseOverlaps,
    {
      params: { id: agentId },
      body: { phrases: JSON.parse(settled) as string[], intentId: intentId ?? null },
    },
    { enabled: asked },
  );
  return (asked && answer?.overlaps) || [];
}
