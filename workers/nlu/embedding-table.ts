import type { TextVector } from "./vocabulary.ts";

/**
 * A trained embedding as it is stored: a feature's vector in 4 bits a number, with a scale of its own. A text is
 * a sum of a hundred vectors, in which the rounding averages out (8 bits told no more intents apart).
 */
export interface EmbeddingTable {
  /** Even. */
  readonly dimensions: number;
  /** features x dimensions / 2; number 2k in the low half of a byte, 2k + 1 in the high, each plus 8. */
  readonly features: Uint8Array;
  readonly scales: Float32Array;
  /** intents x dimensions */
  readonly intents: Float32Array;
}

const MIDDLE = 8;
const LARGEST = 7;

export function packEmbedding(
  features: Float32Array,
  intents: Float32Array,
  dimensions: number,
): EmbeddingTable {
  const count = features.length / dimensions;
  const packed = new Uint8Array(features.length / 2);
  const scales = new Float32Array(count);
  for (let f = 0; f < count; f++) {
    const base = f * dimensions;
    let largest = 0;
    for (let k = 0; k < dimensions; k++) {
      const size = Math.abs(features[base + k]!);
      if (size > largest) largest = size;
    }
    const scale = largest / LARGEST || 1;
    scales[f] = scale;
    for (let k = 0; k < dimensions; k += 2) {
      // Adding a half and cutting rounds, since the sum is positive.
      const low = (features[base + k]! / scale + MIDDLE + 0.5) | 0;
      const high = (features[base + k + 1]! / scale + MIDDLE + 0.5) | 0;
      packed[(base + k) >> 1] = low | (high << 4);
    }
  }
  return { dimensions, features: packed, scales, intents };
}

/**
 * Log probability of every intent, into `scores`. False when the text has no feature with a vector; then all
 * intents are equally likely.
 */
export function embeddingScores(table: EmbeddingTable, vector: TextVector, scores: Float64Array): boolean {
  const { dimensions, features, scales, intents } = table;
  const hidden = new Float64Array(dimensions);
  const known = scales.length;
  const half = dimensions / 2;
  let middle = 0;
  for (let i = 0; i < vector.length; i++) {
    const feature = vector.indexes[i]!;
    if (feature >= known) continue;
    const value = vector.values[i]! * scales[feature]!;
    const base = feature * half;
    for (let k = 0; k < half; k++) {
      const two = features[base + k]!;
      hidden[2 * k]! += value * (two & 15);
      hidden[2 * k + 1]! += value * (two >> 4);
    }
    middle += value;
  }
  // Every number was stored with MIDDLE added: taken off once.
  for (let k = 0; k < dimensions; k++) hidden[k]! -= MIDDLE * middle;
  let norm = 0;
  for (let k = 0; k < dimensions; k++) norm += hidden[k]! * hidden[k]!;
  if (!(norm > 0)) {
    scores.fill(-Math.log(scores.length));
    return false;
  }
  norm = Math.sqrt(norm);
  for (let intent = 0; intent < scores.length; intent++) {
    const base = intent * dimensions;
    // Two sums side by side: the processor need not wait for the one before.
    let even = 0;
    let odd = 0;
    for (let k = 0; k < dimensions; k += 2) {
      even += hidden[k]! * intents[base + k]!;
      odd += hidden[k + 1]! * intents[base + k + 1]!;
    }
    scores[intent] = (even + odd) / norm;
  }
  logSoftmax(scores, 1, scores);
  return true;
}

/** log(exp(f s_i) / sum_j exp(f s_j)), safe against overflow. */
export function logSoftmax(scores: Float64Array, factor: number, into: Float64Array): void {
  let best = -Infinity;
  for (let i = 0; i < scores.length; i++) best = Math.max(best, factor * scores[i]!);
  let sum = 0;
  for (let i = 0; i < scores.length; i++) {
    const below = factor * scores[i]! - best;
    // e^-30 of the best changes no digit that is kept.
    if (below > -30) sum += Math.exp(below);
  }
  const shift = best + Math.log(sum);
  for (let i = 0; i < scores.length; i++) into[i] = factor * scores[i]! - shift;
}
