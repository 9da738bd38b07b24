import type { TextVector } from "./vocabulary.ts";

/** A trained embedding as it is stored: a feature's vector in 8 bits a number, with a scale of its own. */
export interface EmbeddingTable {
  readonly dimensions: number;
  /** features x dimensions */
  readonly features: Int8Array;
  readonly scales: Float32Array;
  /** intents x dimensions */
  readonly intents: Float32Array;
}

export function packEmbedding(
  features: Float32Array,
  intents: Float32Array,
  dimensions: number,
): EmbeddingTable {
  const count = features.length / dimensions;
  const packed = new Int8Array(features.length);
  const scales = new Float32Array(count);
  for (let f = 0; f < count; f++) {
    const base = f * dimensions;
    let largest = 0;
    for (let k = 0; k < dimensions; k++) largest = Math.max(largest, Math.abs(features[base + k]!));
    const scale = largest / LEVELS || 1;
    scales[f] = scale;
    for (let k = 0; k < dimensions; k++) packed[base + k] = Math.round(features[base + k]! / scale);
  }
  return { dimensions, features: packed, scales, intents };
}

const LEVELS = 127;

/**
 * Log probability of every intent, into `scores`. False when the text has no feature with a vector; then all
 * intents are equally likely.
 */
export function embeddingScores(table: EmbeddingTable, vector: TextVector, scores: Float64Array): boolean {
  const { dimensions, features, scales, intents } = table;
  const hidden = new Float64Array(dimensions);
  const known = scales.length;
  for (let i = 0; i < vector.length; i++) {
    const feature = vector.indexes[i]!;
    if (feature >= known) continue;
    const value = vector.values[i]! * scales[feature]!;
    const base = feature * dimensions;
    for (let k = 0; k < dimensions; k++) hidden[k]! += value * features[base + k]!;
  }
  let norm = 0;
  for (let k = 0; k < dimensions; k++) norm += hidden[k]! * hidden[k]!;
  if (!(norm > 0)) {
    scores.fill(-Math.log(scores.length));
    return false;
  }
  norm = Math.sqrt(norm);
  for (let intent = 0; intent < scores.length; intent++) {
    const base = intent * dimensions;
    let dot = 0;
    for (let k = 0; k < dimensions; k++) dot += hidden[k]! * intents[base + k]!;
    scores[intent] = dot / norm;
  }
  logSoftmax(scores, 1, scores);
  return true;
}

/** log(exp(f s_i) / sum_j exp(f s_j)), safe against overflow. */
export function logSoftmax(scores: Float64Array, factor: number, into: Float64Array): void {
  let best = -Infinity;
  for (let i = 0; i < scores.length; i++) best = Math.max(best, factor * scores[i]!);
  let sum = 0;
  for (let i = 0; i < scores.length; i++) sum += Math.exp(factor * scores[i]! - best);
  const shift = best + Math.log(sum);
  for (let i = 0; i < scores.length; i++) into[i] = factor * scores[i]! - shift;
}
