/** Margins to the threshold and to the next intent below which an intent was identified but not well understood. */
const WEAK_MARGIN = 0.15;
const WEAK_LEAD = 0.1;

/**
 * Whether an identified intent was understood weakly: its confidence is below the threshold plus a margin, or it won by
 * little. A certain match (a value asked for, a phrase word for word) never is, whichever came next.
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
