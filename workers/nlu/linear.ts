import type { TextVector } from "./vocabulary.ts";

/**
 * The weights of all intents' linear machines as a sparse table, a row per feature: 8 bits times the intent's scale,
 * small ones left out. 77,000 features x 150 intents of 32-bit numbers would be 46 MB, this is about 1.
 */
export interface LinearTable {
  /** Entries starts[f] .. starts[f+1] belong to feature f. */
  readonly starts: Uint32Array;
  readonly intents: Uint16Array;
  readonly weights: Int8Array;
  readonly scales: Float32Array;
  readonly biases: Float32Array;
}

/** Weights below this share of an intent's largest say too little to be stored. */
const LEAST_SHARE = 0.02;

export class LinearTableBuilder {
  readonly #features: number;
  readonly #counts: Uint32Array;
  readonly #ends: number[] = [0];
  readonly #scales: number[] = [];
  readonly #biases: number[] = [];
  #rows = new Int32Array(1 << 14);
  #weights = new Int8Array(1 << 14);

  constructor(features: number) {
    this.#features = features;
    this.#counts = new Uint32Array(features + 1);
  }

  /** Takes the next intent's weights, one a feature. */
  add(weights: Float32Array, bias: number): void {
    let largest = 0;
    for (let f = 0; f < weights.length; f++) {
      const size = Math.abs(weights[f]!);
      if (size > largest) largest = size;
    }
    const scale = largest / 127 || 1;
    const least = largest * LEAST_SHARE;
    let end = this.#ends[this.#ends.length - 1]!;
    for (let f = 0; f < weights.length; f++) {
      if (Math.abs(weights[f]!) <= least) continue;
      if (end === this.#rows.length) {
        const rows = new Int32Array(Math.ceil(end * 1.5));
        const small = new Int8Array(rows.length);
        rows.set(this.#rows);
        small.set(this.#weights);
        this.#rows = rows;
        this.#weights = small;
      }
      this.#rows[end] = f;
      this.#weights[end++] = Math.round(weights[f]! / scale);
      this.#counts[f + 1]!++;
    }
    this.#ends.push(end);
    this.#scales.push(scale);
    this.#biases.push(bias);
  }

  build(): LinearTable {
    const starts = this.#counts.slice();
    for (let f = 0; f < this.#features; f++) starts[f + 1]! += starts[f]!;
    const next = starts.slice();
    const entries = starts[this.#features]!;
    const intents = new Uint16Array(entries);
    const weights = new Int8Array(entries);
    for (let intent = 0; intent < this.#scales.length; intent++) {
      for (let i = this.#ends[intent]!; i < this.#ends[intent + 1]!; i++) {
        const place = next[this.#rows[i]!]!++;
        intents[place] = intent;
        weights[place] = this.#weights[i]!;
      }
    }
    return {
      starts,
      intents,
      weights,
      scales: Float32Array.from(this.#scales),
      biases: Float32Array.from(this.#biases),
    };
  }
}

/** The score of every intent: about +1 where the text is surely the intent's, -1 where it is not. */
export function linearScores(table: LinearTable, vector: TextVector, scores: Float64Array): void {
  const { starts, intents, weights, scales, biases } = table;
  scores.fill(0);
  for (let i = 0; i < vector.length; i++) {
    const feature = vector.indexes[i]!;
    const value = vector.values[i]!;
    const end = starts[feature + 1]!;
    for (let j = starts[feature]!; j < end; j++) scores[intents[j]!]! += value * weights[j]!;
  }
  for (let intent = 0; intent < scores.length; intent++) {
    scores[intent] = scores[intent]! * scales[intent]! + biases[intent]!;
  }
}
