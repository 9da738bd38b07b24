import type { Random } from "./random.ts";
import type { Matrix } from "./vocabulary.ts";

/**
 * A supervised embedding: a text is the unit-length sum of its features' short vectors, each intent a vector; softmax
 * over the intents (StarSpace, Wu et al. 2017; fastText, Joulin et al. 2016). A linear machine can't relate words.
 */
export interface EmbeddingSettings {
  dimensions: number;
  /** Share of the features that is left out of a text, anew each time. */
  dropout: number;
  /** Share of the probability that is spread over all intents (label smoothing, Szegedy et al. 2016). */
  smoothing: number;
  featureRate: number;
  intentRate: number;
  rounds: number;
}

export const EMBEDDING_SETTINGS: EmbeddingSettings = {
  dimensions: 64,
  dropout: 0.5,
  smoothing: 0.1,
  featureRate: 0.3,
  intentRate: 0.15,
  rounds: 10,
};

export class EmbeddingTrainer {
  readonly features: Float32Array;
  readonly intents: Float32Array;
  readonly settings: EmbeddingSettings;
  /** Texts of all rounds together, and how many have been looked at. */
  readonly total: number;
  done = 0;
  readonly #matrix: Matrix;
  readonly #labels: Int32Array;
  readonly #unpaired: number;
  readonly #count: number;
  readonly #order: Int32Array;
  readonly #random: Random;
  // Adagrad (Duchi et al. 2011) with one sum of squared gradients a vector instead of one a number.
  readonly #featureSquares: Float32Array;
  readonly #intentSquares: Float32Array;
  readonly #kept: Int32Array;
  readonly #keptValues: Float32Array;

  constructor(
    matrix: Matrix,
    labels: Int32Array,
    intents: number,
    unpaired: number,
    random: Random,
    settings = EMBEDDING_SETTINGS,
  ) {
    const d = settings.dimensions;
    this.#matrix = matrix;
    this.#labels = labels;
    this.#unpaired = unpaired;
    this.#count = intents;
    this.#random = random;
    this.settings = settings;
    this.features = uniform(unpaired * d, 1 / Math.sqrt(d), random);
    this.intents = uniform(intents * d, 1 / Math.sqrt(d), random);
    this.#featureSquares = new Float32Array(unpaired);
    this.#intentSquares = new Float32Array(intents);
    const known: number[] = [];
    let longest = 0;
    for (let row = 0; row < matrix.rows; row++) {
      if (labels[row]! >= 0) known.push(row);
      longest = Math.max(longest, matrix.starts[row + 1]! - matrix.starts[row]!);
    }
    this.#order = Int32Array.from(known);
    this.#kept = new Int32Array(longest);
    this.#keptValues = new Float32Array(longest);
    this.total = known.length * settings.rounds;
  }

  /** Looks at the next `texts` texts. */
  step(texts: number): void {
    const { dimensions: d, dropout, smoothing, featureRate, intentRate } = this.settings;
    const { starts, indexes, values } = this.#matrix;
    const count = this.#count;
    const kept = this.#kept;
    const keptValues = this.#keptValues;
    const features = this.features;
    const intents = this.intents;
    const featureSquares = this.#featureSquares;
    const intentSquares = this.#intentSquares;
    const unpaired = this.#unpaired;
    const hidden = new Float64Array(d);
    const slope = new Float64Array(d);
    const scores = new Float64Array(count);
    const threshold = dropout * 4294967296;
    const end = Math.min(this.done + texts, this.total);
    for (; this.done < end; this.done++) {
      const at = this.done % this.#order.length;
      if (at === 0) this.#random.shuffle(this.#order);
      const row = this.#order[at]!;
      const label = this.#labels[row]!;
      let size = 0;
      for (let i = starts[row]!; i < starts[row + 1]!; i++) {
        const index = indexes[i]!;
        if (index < unpaired && this.#random.next() >= threshold) {
          kept[size] = index;
          keptValues[size++] = values[i]!;
        }
      }
      if (size === 0) continue;
      hidden.fill(0);
      for (let i = 0; i < size; i++) {
        const value = keptValues[i]!;
        const base = kept[i]! * d;
        for (let k = 0; k < d; k++) hidden[k]! += value * features[base + k]!;
      }
      let norm = 0;
      for (let k = 0; k < d; k++) norm += hidden[k]! * hidden[k]!;
      norm = Math.sqrt(norm);
      if (norm < 1e-12) continue;
      for (let k = 0; k < d; k++) hidden[k]! /= norm;

      let best = -Infinity;
      for (let c = 0; c < count; c++) {
        const base = c * d;
        let dot = 0;
        for (let k = 0; k < d; k++) dot += hidden[k]! * intents[base + k]!;
        scores[c] = dot;
        if (dot > best) best = dot;
      }
      let sum = 0;
      for (let c = 0; c < count; c++) sum += scores[c] = Math.exp(scores[c]! - best);

      const rate = 1 - this.done / this.total;
      slope.fill(0);
      for (let c = 0; c < count; c++) {
        const error = scores[c]! / sum - smoothing / count - (c === label ? 1 - smoothing : 0);
        // Most intents are out of the question for most texts; they are not worth the time.
        if (error < 0.001 && error > -0.001) continue;
        const base = c * d;
        intentSquares[c]! += (error * error) / d;
        const pace = (rate * intentRate * error) / Math.sqrt(intentSquares[c]! + 1e-8);
        for (let k = 0; k < d; k++) {
          slope[k]! += error * intents[base + k]!;
          intents[base + k]! -= pace * hidden[k]!;
        }
      }
      // Back through the scaling to unit length: only what is perpendicular to the text's direction matters.
      let along = 0;
      for (let k = 0; k < d; k++) along += slope[k]! * hidden[k]!;
      let steep = 0;
      for (let k = 0; k < d; k++) {
        slope[k] = (slope[k]! - along * hidden[k]!) / norm;
        steep += slope[k]! * slope[k]!;
      }
      steep /= d;
      for (let i = 0; i < size; i++) {
        const value = keptValues[i]!;
        const index = kept[i]!;
        featureSquares[index]! += value * value * steep;
        const pace = (rate * featureRate * value) / Math.sqrt(featureSquares[index]! + 1e-8);
        const base = index * d;
        for (let k = 0; k < d; k++) features[base + k]! -= pace * slope[k]!;
      }
    }
  }
}

function uniform(length: number, reach: number, random: Random): Float32Array {
  const numbers = new Float32Array(length);
  for (let i = 0; i < length; i++) numbers[i] = (random.unit() * 2 - 1) * reach;
  return numbers;
}
