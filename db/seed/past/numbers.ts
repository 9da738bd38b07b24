/** Numbers that are the same at each start (Numerical Recipes' LCG), so that every first visit finds the same weeks. */
export class Numbers {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to below 1. */
  next(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 2 ** 32;
  }

  /** A whole number of these, both ends among them. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  isOneOf(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(all: readonly T[]): T {
    const found = all[Math.floor(this.next() * all.length)];
    if (found === undefined) throw new Error("There is nothing to pick from.");
    return found;
  }

  /** By weights, each at least 0. */
  weighted(weights: readonly number[]): number {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    const found = weights.findIndex((weight) => (left -= weight) < 0);
    return found < 0 ? weights.length - 1 : found;
  }
}
