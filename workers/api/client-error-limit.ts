const MINUTE_MS = 60_000;
/** Reports that an isolate writes to its log in a minute: from one address, and from all. */
export const MOST_FROM_ONE = 20;
export const MOST_FROM_ALL = 300;

let minute = 0;
let all = 0;
const byAddress = new Map<string, number>();

/**
 * Counts a console's report of an error; returns the seconds to wait where there were too many. Kept in memory: the
 * limit protects the log, and must itself cost nothing. What is refused is not counted.
 */
export function clientErrorWait(address: string, now = Date.now()): number {
  const current = Math.floor(now / MINUTE_MS);
  if (current !== minute) {
    minute = current;
    all = 0;
    byAddress.clear();
  }
  const mine = byAddress.get(address) ?? 0;
  if (all >= MOST_FROM_ALL || mine >= MOST_FROM_ONE)
    return Math.ceil(((current + 1) * MINUTE_MS - now) / 1_000);
  all++;
  byAddress.set(address, mine + 1);
  return 0;
}
