/** Moments (yyyy-MM-ddTHH:mm:ss) as clocks in a time zone show them, and back. */

/** Moment that clocks in a zone show at a time, in milliseconds since 1970. */
export const momentIn = (timeZone: string, at: number): string =>
  // Swedish writes dates and times as ISO 8601 does.
  new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" })
    .format(at)
    .replace(" ", "T");

/** Time at which clocks in a zone show a moment; NaN for a moment that is none. */
export function timeIn(timeZone: string, moment: string): number {
  const asUtc = Date.parse(`${moment}Z`);
  if (Number.isNaN(asUtc)) return asUtc;
  const aheadAt = (at: number) => Date.parse(`${momentIn(timeZone, at)}Z`) - at;
  // The offset on the other side of a change of clocks is another one, so it is looked up where the guess lies.
  return asUtc - aheadAt(asUtc - aheadAt(asUtc));
}
