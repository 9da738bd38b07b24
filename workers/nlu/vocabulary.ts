import type { Corpus } from "./corpus.ts";
import { CHARACTERS, kindOf, PAIR } from "./features.ts";
import { HashIndex } from "./hash.ts";
import { placeMeaning } from "./meaning.ts";

/** The features a model knows. Those without pairs come first, the commonest of each part at the front. */
export interface Vocabulary {
  readonly hashes: Uint32Array;
  /** Number of phrases with each feature. */
  readonly frequencies: Uint16Array;
  /** Number of phrases in all. */
  readonly phrases: number;
  /** idf^0.5 of each feature. */
  readonly weights: Float32Array;
  /** Number of leading features that are not pairs: the embedding looks at these only. */
  readonly unpaired: number;
  /** Weight of a feature that no training phrase had. */
  readonly unseenWeight: number;
  readonly index: HashIndex;
}

/** idf as in nlu.md, step 2: (ln((1 + N) / (1 + df)) + 1) ^ 0.5. */
export function featureWeight(phrases: number, documentFrequency: number): number {
  return Math.sqrt(Math.log((1 + phrases) / (1 + documentFrequency)) + 1);
}

/** A vocabulary from what a model stores of it. */
export function makeVocabulary(
  hashes: Uint32Array,
  frequencies: Uint16Array,
  unpaired: number,
  phrases: number,
): Vocabulary {
  const index = new HashIndex(hashes.length);
  const weights = new Float32Array(hashes.length);
  for (let i = 0; i < hashes.length; i++) {
    index.add(hashes[i]!);
    weights[i] = featureWeight(phrases, frequencies[i]!);
  }
  return { hashes, frequencies, weights, unpaired, phrases, unseenWeight: featureWeight(phrases, 0), index };
}

/** The features that occur in at least `leastPhrases` of the given phrases (numbers into the corpus). */
export function buildVocabulary(corpus: Corpus, phrases: Int32Array, leastPhrases: number): Vocabulary {
  const seen = new HashIndex(1 << 12);
  let hashes = new Uint32Array(1 << 12);
  let frequencies = new Uint16Array(1 << 12);
  for (const phrase of phrases) {
    const end = corpus.starts[phrase + 1]!;
    for (let i = corpus.starts[phrase]!; i < end; i++) {
      const hash = corpus.hashes[i]!;
      const place = seen.add(hash);
      if (place === hashes.length) {
        hashes = grown(hashes, new Uint32Array(place * 2));
        frequencies = grown(frequencies, new Uint16Array(place * 2));
      }
      hashes[place] = hash;
      if (frequencies[place]! < 65535) frequencies[place]!++;
    }
  }
  let kept = 0;
  for (let i = 0; i < seen.size; i++) if (frequencies[i]! >= leastPhrases) kept++;
  // Sorted by one number each: pairs last, then falling frequency, then hash so that the order is certain.
  const order = new Float64Array(kept);
  let unpaired = 0;
  for (let i = 0, at = 0; i < seen.size; i++) {
    if (frequencies[i]! < leastPhrases) continue;
    const pair = kindOf(hashes[i]!) === PAIR ? 1 : 0;
    unpaired += 1 - pair;
    order[at++] = (pair * 65536 + (65535 - frequencies[i]!)) * 4294967296 + hashes[i]!;
  }
  order.sort();
  const sorted = new Uint32Array(kept);
  const sortedFrequencies = new Uint16Array(kept);
  for (let i = 0; i < kept; i++) {
    const high = Math.floor(order[i]! / 4294967296);
    sorted[i] = order[i]! - high * 4294967296;
    sortedFrequencies[i] = 65535 - (high & 65535);
  }
  return makeVocabulary(sorted, sortedFrequencies, unpaired, phrases.length);
}

function grown<T extends Uint32Array | Uint16Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** A text in numbers: features the vocabulary knows, with the two blocks at unit length and then both. */
export class TextVector {
  indexes = new Int32Array(512);
  values = new Float32Array(512);
  length = 0;
  /** Share of the squared feature weight, 0..1, that training had seen: of words (and pairs), of pieces. */
  wordsKnown = 0;
  piecesKnown = 0;

  /** Fills itself from entries start..end of sorted hashes and their counts. */
  set(vocabulary: Vocabulary, hashes: Uint32Array, counts: Uint8Array, start: number, end: number): void {
    if (end - start > this.indexes.length) {
      this.indexes = new Int32Array((end - start) * 2);
      this.values = new Float32Array((end - start) * 2);
    }
    const { indexes, values } = this;
    const { index, weights, unseenWeight } = vocabulary;
    let at = 0;
    let words = 0;
    let pieces = 0;
    let wordsMissing = 0;
    let piecesMissing = 0;
    for (let i = start; i < end; i++) {
      const hash = hashes[i]!;
      const place = index.get(hash);
      const count = counts[i]!;
      const value = (count === 1 ? 1 : 1 + Math.log(count)) * (place < 0 ? unseenWeight : weights[place]!);
      const isPiece = kindOf(hash) === CHARACTERS;
      if (place < 0) {
        if (isPiece) piecesMissing += value * value;
        else wordsMissing += value * value;
        continue;
      }
      if (isPiece) pieces += value * value;
      else words += value * value;
      indexes[at] = place;
      values[at++] = isPiece ? -value : value;
    }
    this.length = at;
    this.wordsKnown = words === 0 ? 0 : words / (words + wordsMissing);
    this.piecesKnown = pieces === 0 ? 0 : pieces / (pieces + piecesMissing);
    // Pieces were marked by their sign; with both blocks present each has half of the squared length.
    const half = words > 0 && pieces > 0 ? Math.SQRT1_2 : 1;
    const wordScale = words > 0 ? half / Math.sqrt(words) : 0;
    const pieceScale = pieces > 0 ? -half / Math.sqrt(pieces) : 0;
    for (let i = 0; i < at; i++) values[i]! *= values[i]! < 0 ? pieceScale : wordScale;
  }
}

/** Many texts in numbers, a row each. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly starts: Int32Array;
  readonly indexes: Int32Array;
  readonly values: Float32Array;
  /** The meanings of the texts: `width` numbers a row. */
  readonly width: number;
  readonly meanings: Float32Array;
}

export function buildMatrix(
  corpus: Corpus,
  phrases: Int32Array,
  vocabulary: Vocabulary,
  mean?: Float32Array,
): Matrix {
  const vector = new TextVector();
  const starts = new Int32Array(phrases.length + 1);
  // The needed room is counted first, then filled: growing the arrays would need twice the memory.
  for (let row = 0; row < phrases.length; row++) {
    const phrase = phrases[row]!;
    let known = 0;
    for (let i = corpus.starts[phrase]!; i < corpus.starts[phrase + 1]!; i++) {
      if (vocabulary.index.get(corpus.hashes[i]!) >= 0) known++;
    }
    starts[row + 1] = starts[row]! + known;
  }
  const indexes = new Int32Array(starts[phrases.length]!);
  const values = new Float32Array(starts[phrases.length]!);
  for (let row = 0; row < phrases.length; row++) {
    const phrase = phrases[row]!;
    vector.set(vocabulary, corpus.hashes, corpus.counts, corpus.starts[phrase]!, corpus.starts[phrase + 1]!);
    indexes.set(vector.indexes.subarray(0, vector.length), starts[row]!);
    values.set(vector.values.subarray(0, vector.length), starts[row]!);
  }
  const { meaning } = corpus;
  const width = meaning && mean ? meaning.dimensions : 0;
  const meanings = new Float32Array(phrases.length * width);
  if (meaning && mean) {
    for (let row = 0; row < phrases.length; row++) {
      placeMeaning(meaning, mean, corpus.meanings, phrases[row]! * width, meanings, row * width);
    }
  }
  const columns = vocabulary.hashes.length;
  return { rows: phrases.length, columns, starts, indexes, values, width, meanings };
}
