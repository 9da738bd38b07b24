/**
 * Classes of how long a node kept a run: four for each doubling of the time in seconds, so that a class says the time to
 * within a fifth (or half a second), and a year has a hundred of them.
 */
const PER_DOUBLING = 4;

export const stayClassOf = (ms: number): number => Math.floor(PER_DOUBLING * Math.log2(1 + ms / 1_000));

/** Where a class begins, in milliseconds. */
const beginOf = (stayClass: number): number => (2 ** (stayClass / PER_DOUBLING) - 1) * 1_000;

/**
 * The median of times of which the classes alone are known, read off in its class as if the times in it were spread evenly;
 * `atOnce` says how many took no time. Null where there are none.
 */
export function medianStay(
  atOnce: number,
  classes: readonly { class: number; runs: number }[],
): number | null {
  const all = atOnce + classes.reduce((sum, { runs }) => sum + runs, 0);
  if (all === 0) return null;
  const wanted = all / 2;
  let below = Math.max(atOnce, 0);
  if (wanted <= below) return 0;
  for (const { class: at, runs } of classes.toSorted((one, other) => one.class - other.class)) {
    if (below + runs >= wanted) {
      const share = (wanted - below) / runs;
      return Math.round(beginOf(at) + share * (beginOf(at + 1) - beginOf(at)));
    }
    below += runs;
  }
  return null;
}
