/** Moments (yyyy-MM-ddTHH:mm:ss) as clocks in a time zone show them, and back. */

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  // Swedish writes dates and times as ISO 8601 does.
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" });
  formats.set(timeZone, format);
  return format;
}

/** Moment that clocks in a zone show at a time, in milliseconds since 1970. */
export const momentIn = (timeZone: string, at: number): string =>
  formatOf(timeZone).format(at).replace(" ", "T");

const DAY_MS = 86_400_000;

/**
 * Time at which clocks in a zone show a moment; NaN for a moment that is none. Of two such times it is the first, and where
 * clocks leave the moment out it is as long after their change as the moment would have been.
 */
export function timeIn(timeZone: string, moment: string): number {
  const asUtc = Date.parse(`${moment}Z`);
  if (Number.isNaN(asUtc)) return asUtc;
  const aheadAt = (at: number) => Date.parse(`${momentIn(timeZone, at)}Z`) - at;
  const [before, after] = [asUtc - aheadAt(asUtc - DAY_MS), asUtc - aheadAt(asUtc + DAY_MS)];
  const shows = (at: number) => Date.parse(`${momentIn(timeZone, at)}Z`) === asUtc;
  return [before, after].filter(shows).toSorted((a, b) => a - b)[0] ?? before;
}
