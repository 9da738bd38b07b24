import type { Vocabulary } from "./vocabulary.ts";

/**
 * Similarity of a text and a phrase: the cosine of their word stems, each weighted by its idf, 0 .. 1. Cheap enough to
 * compute for every phrase of an intent.
 */
export class Nearness {
  readonly #vocabulary: Vocabulary;
  readonly #weights = new Map<number, number>();
  /** Whether any stem has these eight bits: most stems of a phrase are not in the text, and need no look-up. */
  readonly #maybe = new Uint8Array(256);
  #total = 0;

  constructor(vocabulary: Vocabulary, stems: Uint32Array) {
    this.#vocabulary = vocabulary;
    for (const stem of stems) {
      const weight = this.#weightOf(stem);
      this.#weights.set(stem, weight);
      this.#maybe[(stem >>> 8) & 255] = 1;
      this.#total += weight;
    }
  }

  /** The same for a whole phrase whose stems weigh `total` (see weightOfAll), which need not be summed each time. */
  toWhole(stems: Uint32Array, total: number): number {
    let shared = 0;
    for (let i = 0; i < stems.length; i++) {
      const stem = stems[i]!;
      if (this.#maybe[(stem >>> 8) & 255] === 1) shared += this.#weights.get(stem) ?? 0;
    }
    return shared === 0 ? 0 : shared / Math.sqrt(this.#total * total);
  }

  weightOfAll(stems: Uint32Array): number {
    let total = 0;
    for (const stem of stems) total += this.#weightOf(stem);
    return total;
  }

  /** The phrase's stems are entries start..end. */
  to(stems: Uint32Array, start = 0, end = stems.length): number {
    let shared = 0;
    let total = 0;
    for (let i = start; i < end; i++) {
      const weight = this.#weights.get(stems[i]!);
      if (weight !== undefined) shared += weight;
      total += weight ?? this.#weightOf(stems[i]!);
    }
    return shared === 0 ? 0 : shared / Math.sqrt(this.#total * total);
  }

  /** The square of idf^0.5, as in the product of two texts. */
  #weightOf(stem: number): number {
    const place = this.#vocabulary.index.get(stem);
    return (place < 0 ? this.#vocabulary.unseenWeight : this.#vocabulary.weights[place]!) ** 2;
  }
}
