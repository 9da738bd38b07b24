const MINUTE_MS = 60_000;

/**
 * Counts what one subject and all together may do in a minute; the function answers the seconds to wait where there was
 * too much. It costs nothing: it counts in memory, for one isolate, and no refusals. A call may count for a `share` of one.
 */
export function minuteLimit({ one, all }: { one: number; all: number }) {
  let minute = 0;
  let together = 0;
  const bySubject = new Map<string, number>();
  return (subject: string, now = Date.now(), share = 1): number => {
    const current = Math.floor(now / MINUTE_MS);
    if (current !== minute) {
      minute = current;
      together = 0;
      bySubject.clear();
    }
    const mine = bySubject.get(subject) ?? 0;
    if (together >= all || mine >= one) return Math.ceil(((current + 1) * MINUTE_MS - now) / 1_000);
    together += share;
    bySubject.set(subject, mine + share);
    return 0;
  };
}
