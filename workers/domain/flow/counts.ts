import type { Counted } from "./advanced.ts";

/** The additions that one advance makes to its nodes' roll-ups. */
export class Counts {
  readonly #counts = new Map<string, Counted>();

  add(node: string, port: string, more: Partial<Omit<Counted, "node" | "port">>): void {
    const key = `${node} ${port}`;
    const known = this.#counts.get(key) ?? { node, port, entered: 0, left: 0, errors: 0, timedOut: 0 };
    const { entered = 0, left = 0, errors = 0, timedOut = 0 } = more;
    this.#counts.set(key, {
      ...known,
      entered: known.entered + entered,
      left: known.left + left,
      errors: known.errors + errors,
      timedOut: known.timedOut + timedOut,
    });
  }

  all = (): Counted[] => [...this.#counts.values()];
}
