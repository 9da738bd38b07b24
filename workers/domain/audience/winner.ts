import { type Compared, LEAST_CALLED, type ReasonToWin } from "#workers/contract/comparison.ts";

/** People who were called with a message, and how many of them did what decides. */
export interface Tested {
  called: number;
  hits: number;
}

/**
 * Chooses the message of which the greater share did it. Message A wins a tie, and where there is too little to tell: fewer
 * than `LEAST_CALLED` people of either, or nobody who did it.
 */
export function winnerOf(a: Tested, b: Tested): { winner: Compared; why: Exclude<ReasonToWin, "person"> } {
  if (Math.min(a.called, b.called) < LEAST_CALLED || a.hits + b.hits === 0)
    return { winner: "a", why: "few" };
  // In whole numbers: equal shares of groups of other sizes are equal.
  const more = b.hits * a.called - a.hits * b.called;
  if (more === 0) return { winner: "a", why: "tie" };
  return { winner: more > 0 ? "b" : "a", why: "more" };
}

/** Of a normal distribution, 95 % lie so many standard deviations around its middle. */
const Z = 1.959_963_984_540_054;

/** Wilson's score interval of one proportion (E. B. Wilson, 1927), without a correction for continuity. */
function wilson({ hits, called }: Tested): { low: number; high: number } {
  const middle = 2 * hits + Z * Z;
  const around = Z * Math.sqrt(Z * Z + 4 * hits * (1 - hits / called));
  const whole = 2 * (called + Z * Z);
  return { low: (middle - around) / whole, high: (middle + around) / whole };
}

/**
 * The share of B less that of A, from -1 to 1, with its 95 % interval: Newcombe's hybrid score (R. G. Newcombe, "Interval
 * estimation for the difference between independent proportions", Statistics in Medicine 17, 1998, method 10). Null before
 * both have called somebody.
 */
export function differenceOf(a: Tested, b: Tested): { value: number; low: number; high: number } | null {
  if (a.called === 0 || b.called === 0) return null;
  const [first, second] = [wilson(a), wilson(b)];
  const [shareA, shareB] = [a.hits / a.called, b.hits / b.called];
  const value = shareB - shareA;
  return {
    value,
    low: value - Math.hypot(shareB - second.low, first.high - shareA),
    high: value + Math.hypot(second.high - shareB, shareA - first.low),
  };
}
