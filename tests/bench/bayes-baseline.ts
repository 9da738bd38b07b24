/** Multinomial naive Bayes over words with add-one smoothing: the textbook baseline for comparisons. */
export class BayesBaseline {
  readonly #words = new Map<string, Map<string, number>>();
  readonly #totals = new Map<string, number>();
  readonly #texts = new Map<string, number>();
  readonly #vocabulary = new Set<string>();

  constructor(pairs: readonly [text: string, label: string][]) {
    for (const [text, label] of pairs) {
      const counts = this.#words.get(label) ?? new Map<string, number>();
      this.#words.set(label, counts);
      this.#texts.set(label, (this.#texts.get(label) ?? 0) + 1);
      for (const word of wordsOf(text)) {
        this.#vocabulary.add(word);
        counts.set(word, (counts.get(word) ?? 0) + 1);
        this.#totals.set(label, (this.#totals.get(label) ?? 0) + 1);
      }
    }
  }

  predict(text: string): string {
    let best = "";
    let highest = -Infinity;
    const words = wordsOf(text);
    for (const [label, counts] of this.#words) {
      const total = (this.#totals.get(label) ?? 0) + this.#vocabulary.size;
      let score = Math.log(this.#texts.get(label) ?? 1);
      for (const word of words) score += Math.log(((counts.get(word) ?? 0) + 1) / total);
      if (score > highest) [best, highest] = [label, score];
    }
    return best;
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
