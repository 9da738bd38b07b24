/** A seeded source of chance: the same input and seed give the same model, byte for byte. */
export class Random {
  #state: number;

  constructor(seed: number) {
    // Any number will do as a seed; spread it over 32 bits and keep it from zero, where xorshift stays.
    this.#state = Math.imul(seed | 0, 0x9e3779b1) ^ 0x2545f491 || 0x1234567;
    for (let i = 0; i < 8; i++) this.next();
  }

  /** An integer in 0 .. 2^32-1 (xorshift32, Marsaglia 2003, "Xorshift RNGs"). */
  next(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return x >>> 0;
  }

  /** A number in [0, 1). */
  unit(): number {
    return this.next() / 4294967296;
  }

  /** An integer in 0 .. limit-1. */
  below(limit: number): number {
    return Math.floor(this.unit() * limit);
  }

  /** Fisher and Yates, over the first `length` items. */
  shuffle(items: Int32Array | number[], length = items.length): void {
    for (let i = length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const held = items[i]!;
      items[i] = items[j]!;
      items[j] = held;
    }
  }
}
