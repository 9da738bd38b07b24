/** Works in rounds until nobody asks for another; who asks while the end is written is heard too. */
export class Rounds {
  #asked = false;
  #asks = 0;
  #hear: () => void = () => {};

  ask(): void {
    this.#asked = true;
    this.#asks++;
    this.#hear();
  }

  /** How often somebody has asked. */
  get asks(): number {
    return this.#asks;
  }

  /** Resolves once somebody has asked more often than that. One caller at a time. */
  askedAfter(asks: number): Promise<void> {
    return this.#asks > asks ? Promise.resolve() : new Promise((resolve) => (this.#hear = resolve));
  }

  /** Whether somebody has asked since the round began. */
  get isAsked(): boolean {
    return this.#asked;
  }

  /** `rest` writes when to look again; `net` takes back what it wrote, where the work goes on after all. */
  async run(
    work: () => Promise<number | null>,
    rest: (nextAt: number | null) => Promise<void>,
    net: () => Promise<void>,
  ): Promise<void> {
    for (;;) {
      this.#asked = false;
      const nextAt = await work();
      if (this.#asked) continue;
      await rest(nextAt);
      // Whoever asked meanwhile saw a run going on, and nobody else would begin one.
      if (!this.#asked) return;
      await net();
    }
  }
}
