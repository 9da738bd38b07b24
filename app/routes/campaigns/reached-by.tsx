import { formatCount } from "#app/lib/format.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import type { BroadcastCounts } from "#workers/contract/endpoints/broadcasts.ts";
import { reachedOf } from "#app/features/broadcasts/figures.ts";

const texts = campaignScreensTexts.fallback;

/** How many a fallback could reach. */
export const ReachedBy = ({ fallback: { reachable } }: { fallback: { reachable: number | null } }) => (
  <p className="text-muted">{reachable === null ? texts.unknown : texts.could(formatCount(reachable))}</p>
);

/** How many of the same people a fallback has reached; nothing where there is none. */
export function ByFallback({ counts }: { counts: BroadcastCounts | null }) {
  if (!counts) return null;
  const { sent, delivered } = reachedOf(counts);
  return (
    <p className="text-muted tabular-nums">{texts.reached(formatCount(delivered), formatCount(sent))}</p>
  );
}
