import type { Vocabulary } from "./vocabulary.ts";

/**
 * How near a text is to a phrase: the cosine of their word stems, each weighted by its idf, 0 .. 1. Cheap
 * enough to try on every phrase of an intent.
 */
export class Nearness {
  readonly #vocabulary: Vocabulary;
  readonly #weights = new Map<number, number>();
  #total = 0;

  constructor(vocabulary: Vocabulary, stems: Uint32Array) {
    this.#vocabulary = vocabulary;
    for (const stem of stems) {
      const weight = this.#weightOf(stem);
      this.#weights.set(stem, weight);
      this.#total += weight;
    }
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

  /** The square of idf^0.5, which is what a product of two texts has. */
  #weightOf(stem: number): number {
    const place = this.#vocabulary.index.get(stem);
    return (place < 0 ? this.#vocabulary.unseenWeight : this.#vocabulary.weights[place]!) ** 2;
  }
}
