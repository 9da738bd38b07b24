import type { Words } from "./words.ts";

/** Shares of a text's squared length that the two tables have beside its own words and pieces, tuned on validation. */
export const WORD_SHARES: readonly number[] = [0.2, 0.25];

/** Share that stays for the features themselves. */
export const FEATURE_SHARE = 1 - WORD_SHARES.reduce((sum, share) => sum + share, 0);

/** What the linear machines make of the words' meanings: a mean to take away, and each intent's weights in 8 bits. */
export interface WordTable {
  readonly words: Words;
  readonly mean: Float32Array;
  /** intents x dimensions */
  readonly weights: Int8Array;
  readonly scales: Float32Array;
}

/** The mean over texts (their numbers into `raw`), so that what all have in common counts for nothing. */
export function meanOfTexts(words: Words, raw: Float32Array, texts: Int32Array): Float32Array {
  const { dimensions } = words;
  const sum = new Float64Array(dimensions);
  for (const text of texts) for (let k = 0; k < dimensions; k++) sum[k]! += raw[text * dimensions + k]!;
  return Float32Array.from(sum, (each) => each / Math.max(texts.length, 1));
}

/**
 * Centres a text's numbers and scales each table's to its share. The features keep their unit length, so the shares are
 * relative to theirs.
 */
export function placeWords(
  words: Words,
  mean: Float32Array,
  raw: Float32Array,
  from: number,
  into: Float32Array,
  to: number,
): void {
  let start = 0;
  words.blocks.forEach(({ dimensions }, block) => {
    let known = false;
    let square = 0;
    for (let k = start; k < start + dimensions; k++) {
      const value = raw[from + k]!;
      known ||= value !== 0;
      const centred = value - mean[k]!;
      into[to + k] = centred;
      square += centred * centred;
    }
    const scale = known && square > 1e-12 ? Math.sqrt((WORD_SHARES[block] ?? 0) / FEATURE_SHARE / square) : 0;
    for (let k = start; k < start + dimensions; k++) into[to + k]! *= scale;
    start += dimensions;
  });
}

export class WordTableBuilder {
  readonly #weights: number[] = [];
  readonly #scales: number[] = [];

  /** Takes the next intent's weights. */
  add(weights: Float32Array): void {
    let largest = 0;
    for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
    const scale = largest / 127 || 1;
    for (const weight of weights) this.#weights.push(Math.round(weight / scale));
    this.#scales.push(scale);
  }

  build(words: Words, mean: Float32Array): WordTable {
    return {
      words,
      mean,
      weights: Int8Array.from(this.#weights),
      scales: Float32Array.from(this.#scales),
    };
  }
}

/** Adds what the words' meanings say to each intent's score; `placed` is by placeWords. */
export function addWordScores(table: WordTable, placed: Float32Array, scores: Float64Array): void {
  const { weights, scales } = table;
  const dimensions = placed.length;
  for (let intent = 0, at = 0; intent < scores.length; intent++) {
    let sum = 0;
    for (let k = 0; k < dimensions; k++) sum += placed[k]! * weights[at++]!;
    scores[intent]! += sum * scales[intent]!;
  }
}
