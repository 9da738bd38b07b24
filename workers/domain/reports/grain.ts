/** Resolution of the report counts. All time zones begin their days at a quarter of an hour. */
export const QUARTER_MS = 15 * 60_000;
export const DAY_MS = 24 * 60 * 60_000;

export const quarterOf = (at: number): number => at - (at % QUARTER_MS);

const nearestMidnight = (at: number): number => Math.round(at / DAY_MS) * DAY_MS;

/** A time within a day that is to be added to whole days, or taken off them. */
export interface Part {
  since: number;
  until: number;
  sign: 1 | -1;
}

/**
 * The span between a moment and its nearest midnight (UTC): the difference between a sum of whole days and the sum up
 * to the moment. It is added when the moment is later, else subtracted: never more than half a day has to be read.
 */
export function fromMidnight(at: number): Part & { midnight: number } {
  const midnight = nearestMidnight(at);
  return at < midnight
    ? { midnight, since: at, until: midnight, sign: -1 }
    : { midnight, since: midnight, until: at, sign: 1 };
}

/** A range as whole days, and what to add to them or take off; a range that is short is one part and no days. */
export function daysAndParts({ from, to }: { from: number; to: number }): {
  days: { since: number; until: number };
  parts: Part[];
} {
  const begin = fromMidnight(from);
  const end = fromMidnight(to);
  const atEnds = begin.until - begin.since + end.until - end.since;
  if (to - from <= atEnds)
    return { days: { since: 0, until: 0 }, parts: [{ since: from, until: to, sign: 1 }] };
  const parts: Part[] = [
    { since: begin.since, until: begin.until, sign: begin.sign === 1 ? -1 : 1 },
    { since: end.since, until: end.until, sign: end.sign },
  ];
  return {
    days: { since: begin.midnight, until: end.midnight },
    parts: parts.filter(({ since, until }) => since < until),
  };
}
