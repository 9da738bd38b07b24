import { CountsFunnel, type RenderFigure } from "#app/features/broadcasts/counts-funnel.tsx";
import type { BroadcastCounts } from "#workers/contract/endpoints/broadcasts.ts";
import { ByFallback } from "./reached-by.tsx";

/** The funnel of a campaign or an activity, with its fallback's share; nothing before anybody is to be reached. */
export function ReachedFunnel({
  of,
  renderFigure,
}: {
  of: { counts: BroadcastCounts; byFallback: BroadcastCounts | null };
  renderFigure: RenderFigure;
}) {
  if (of.counts.total === 0) return null;
  return (
    <CountsFunnel counts={of.counts} renderFigure={renderFigure}>
      <ByFallback counts={of.byFallback} />
    </CountsFunnel>
  );
}
