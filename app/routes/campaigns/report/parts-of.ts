import { type FunnelStatus, isFunnelStatus } from "#app/features/broadcasts/counts-funnel.tsx";
import type { BroadcastCounts } from "#workers/contract/endpoints/broadcasts.ts";

/**
 * The figure whose parts add up to one of the report; undefined where none does. The report counts what came too late among
 * what failed, and the funnel apart.
 */
export function partsOf(
  figure: string,
  { failed, expired }: Pick<BroadcastCounts, "failed" | "expired">,
): FunnelStatus | undefined {
  if (figure === "failed" && expired > 0) return failed === 0 ? "expired" : undefined;
  return isFunnelStatus(figure) ? figure : undefined;
}
