/** So near the threshold, or so near the next, an intent was identified but not well understood. */
const WEAK_MARGIN = 0.15;
const WEAK_LEAD = 0.1;

/**
 * Whether an identified intent was understood weakly: its confidence is under the threshold and a margin, or it won by
 * little. What is certain (a value that was asked for, a phrase said word for word) is not, whatever came next.
 */
export function isWeak(
  intentId: string | null,
  confidence: number,
  others: readonly { confidence: number }[],
  threshold: number,
): boolean {
  if (intentId === null || confidence >= 1) return false;
  const next = others[0]?.confidence ?? 0;
  return confidence < threshold + WEAK_MARGIN || confidence - next < WEAK_LEAD;
}
