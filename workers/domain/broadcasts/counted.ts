import { distinctKey } from "./distinct-key.ts";

/** Of each count the first so many people are named. */
const MOST_NAMED = 100;
const NO_COUNT = { reachable: 0, invalid: 0, doubles: 0, blacklisted: 0, optedOut: 0, missing: 0 };
type Kind = keyof typeof NO_COUNT;
export type Figures = Readonly<Record<Kind | "total", number>>;

/** Those of one part of an audience who were looked at, and what they say of all of it. */
export class Counted {
  looked = 0;
  readonly #counts = { ...NO_COUNT };
  readonly #keys = new Set<string>();

  add(typed: string, kind: Kind): void {
    this.looked++;
    this.#counts[kind]++;
    this.#keys.add(distinctKey(typed));
  }

  /**
   * The figures of so many. Whoever was not looked at is taken to be like those who were; where it is known how many different
   * ones there are, people are counted by that, and what is left of the rows are doubles.
   */
  figures(total: number, distinct?: number): Figures {
    if (this.looked >= total) return { ...this.#counts, total: this.looked };
    const share = total / Math.max(1, this.looked);
    const each = distinct === undefined ? share : distinct / Math.max(1, this.#keys.size);
    const { reachable, invalid, blacklisted, optedOut, missing } = this.#counts;
    const scaled = {
      reachable: Math.round(reachable * each),
      invalid: Math.round(invalid * share),
      blacklisted: Math.round(blacklisted * each),
      optedOut: Math.round(optedOut * each),
      missing: Math.round(missing * each),
    };
    const named = Object.values(scaled).reduce((sum, count) => sum + count, 0);
    return { ...scaled, total, doubles: Math.max(0, total - named) };
  }
}

export const sumOf = (a: Figures, b: Figures): Figures => ({
  total: a.total + b.total,
  reachable: a.reachable + b.reachable,
  invalid: a.invalid + b.invalid,
  doubles: a.doubles + b.doubles,
  blacklisted: a.blacklisted + b.blacklisted,
  optedOut: a.optedOut + b.optedOut,
  missing: a.missing + b.missing,
});

/** So many people of each count, and of all of them, from a place on, as they are shown. */
export class Named {
  readonly lists: Record<Kind | "total", string[]> = {
    total: [],
    reachable: [],
    invalid: [],
    doubles: [],
    blacklisted: [],
    optedOut: [],
    missing: [],
  };
  readonly #seen = { ...NO_COUNT, total: 0 };

  readonly #from: number;
  readonly #most: number;

  constructor(from = 0, most = MOST_NAMED) {
    this.#from = from;
    this.#most = most;
  }

  add(kind: Kind, shown: string): void {
    for (const each of [kind, "total"] as const) {
      this.#seen[each]++;
      const list = this.lists[each];
      if (this.#seen[each] > this.#from && list.length < this.#most) list.push(shown);
    }
  }
}
