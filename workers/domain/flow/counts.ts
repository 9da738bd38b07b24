import type { Counted } from "./advanced.ts";

const NOTHING = { entered: 0, left: 0, errors: 0, timedOut: 0, expired: 0 };

/** The additions that one advance makes to its nodes' roll-ups. */
export class Counts {
  readonly #counts = new Map<string, Counted>();

  add(node: string, port: string, more: Partial<Omit<Counted, "node" | "port">>): void {
    const key = `${node} ${port}`;
    const known = this.#counts.get(key) ?? { node, port, ...NOTHING };
    const { entered = 0, left = 0, errors = 0, timedOut = 0, expired = 0 } = more;
    this.#counts.set(key, {
      ...known,
      entered: known.entered + entered,
      left: known.left + left,
      errors: known.errors + errors,
      timedOut: known.timedOut + timedOut,
      expired: known.expired + expired,
    });
  }

  all = (): Counted[] => [...this.#counts.values()];
}
