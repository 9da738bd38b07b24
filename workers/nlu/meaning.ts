import { normalise, tokenise } from "./text.ts";
import { meanOfWords, type Words } from "./words/words.ts";

/**
 * Texts' meanings, as numbers beside their own words and pieces: the mean of their words from the shipped table, or
 * the whole text's from the sentence encoder.
 */
export interface Meaning {
  readonly kind: "words" | "sentences";
  /** Of the file that it comes from: a model works only with the one that it was trained with. */
  readonly id: number;
  /** Numbers a text has: those of all blocks. */
  readonly dimensions: number;
  readonly blocks: readonly MeaningBlock[];
}

interface MeaningBlock {
  readonly dimensions: number;
  /** Of a text's squared length beside all others; what is left is for the features. Tuned on validation. */
  readonly share: number;
}

/** A meaning that texts can be asked for. */
export interface Meant extends Meaning {
  /** Puts a text's numbers into `into` from `at` on, which is zero before; it stays so where nothing is known of it. */
  readonly put: (text: string, into: Float32Array, at: number) => void;
}

const WORD_SHARES: readonly number[] = [0.2, 0.25];
const SENTENCE_SHARE = 0.75;

export const meaningOfWords = (words: Words): Meant => ({
  kind: "words",
  id: words.id,
  dimensions: words.dimensions,
  blocks: words.blocks.map(({ dimensions }, at) => ({ dimensions, share: WORD_SHARES[at] ?? 0 })),
  put: (text, into, at) => meanOfWords(words, tokenise(normalise(text)), into, at),
});

/** Numbers of a sentence. */
export const SENTENCE = 256;

export const meaningOfSentences = (id: number): Meaning => ({
  kind: "sentences",
  id,
  dimensions: SENTENCE,
  blocks: [{ dimensions: SENTENCE, share: SENTENCE_SHARE }],
});

/** Share of the squared length that stays for the features themselves. */
export const featureShare = ({ blocks }: Meaning): number =>
  1 - blocks.reduce((sum, { share }) => sum + share, 0);

/** The linear machines' view of the texts' meanings: a mean to subtract, and each intent's weights in 8 bits. */
export interface MeaningTable {
  readonly meaning: Meaning;
  readonly mean: Float32Array;
  /** intents x dimensions */
  readonly weights: Int8Array;
  readonly scales: Float32Array;
}

/** The mean over texts (their numbers into `raw`), so that what all have in common counts for nothing. */
export function meanOfTexts({ dimensions }: Meaning, raw: Float32Array, texts: Int32Array): Float32Array {
  const sum = new Float64Array(dimensions);
  for (const text of texts) for (let k = 0; k < dimensions; k++) sum[k]! += raw[text * dimensions + k]!;
  return Float32Array.from(sum, (each) => each / Math.max(texts.length, 1));
}

/**
 * Centres a text's numbers and scales each block's to its share. The features keep their unit length, so the shares are
 * relative to theirs.
 */
export function placeMeaning(
  meaning: Meaning,
  mean: Float32Array,
  raw: Float32Array,
  from: number,
  into: Float32Array,
  to: number,
): void {
  const rest = featureShare(meaning);
  let start = 0;
  for (const { dimensions, share } of meaning.blocks) {
    let known = false;
    let square = 0;
    for (let k = start; k < start + dimensions; k++) {
      const value = raw[from + k]!;
      known ||= value !== 0;
      const centred = value - mean[k]!;
      into[to + k] = centred;
      square += centred * centred;
    }
    const scale = known && square > 1e-12 ? Math.sqrt(share / rest / square) : 0;
    for (let k = start; k < start + dimensions; k++) into[to + k]! *= scale;
    start += dimensions;
  }
}

export class MeaningTableBuilder {
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

  build(meaning: Meaning, mean: Float32Array): MeaningTable {
    return {
      meaning,
      mean,
      weights: Int8Array.from(this.#weights),
      scales: Float32Array.from(this.#scales),
    };
  }
}

/** Adds what the texts' meanings say to each intent's score; `placed` is by placeMeaning. */
export function addMeaningScores(table: MeaningTable, placed: Float32Array, scores: Float64Array): void {
  const { weights, scales } = table;
  const dimensions = placed.length;
  for (let intent = 0, at = 0; intent < scores.length; intent++) {
    let sum = 0;
    for (let k = 0; k < dimensions; k++) sum += placed[k]! * weights[at++]!;
    scores[intent]! += sum * scales[intent]!;
  }
}
