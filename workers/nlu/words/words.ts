import { readSections } from "../bytes.ts";
import { HashIndex, hashText } from "../hash.ts";
import { MOST_TOKENS } from "../text.ts";

/**
 * English words' meanings as numbers learnt from much text by others: two tables side by side, 4 bits a number. A text
 * is the mean of its words, rare ones weighted more (Arora, Liang, Ma 2017, "A simple but tough-to-beat baseline").
 */
export interface Words {
  /** Of the file: a model works only with the table that it was trained with. */
  readonly id: number;
  readonly size: number;
  /** Numbers a text has: those of all blocks. */
  readonly dimensions: number;
  readonly blocks: readonly WordBlock[];
  /** Words by hash, the commonest first. */
  readonly index: HashIndex;
  readonly weights: Float32Array;
}

interface WordBlock {
  readonly dimensions: number;
  /** Two numbers a byte, the lower half first; a word's numbers side by side. */
  readonly numbers: Uint8Array;
  /** Of each dimension. */
  readonly scales: Float32Array;
}

export interface WordsMeta {
  id: number;
  blocks: number[];
}

/** Weight of a word of this probability is RARE / (RARE + probability). */
const RARE = 1e-3;
/** Words' ranks tell their probabilities well enough (Zipf; Mandelbrot's offset), and need no room. */
const OFFSET = 2.7;

const WORD_SEED = 0x77;
/** Never 0, which the index has for a free place. */
export const wordHash = (word: string): number => hashText(word, WORD_SEED) || 1;

export function loadWords(bytes: Uint8Array): Words {
  const { meta, read } = readSections(bytes);
  const { id, blocks } = meta as WordsMeta;
  const hashes = read("hashes", "u32");
  const index = new HashIndex(hashes.length);
  let harmonic = 0;
  for (let rank = 0; rank < hashes.length; rank++) {
    index.add(hashes[rank]!);
    harmonic += 1 / (rank + OFFSET);
  }
  return {
    id,
    size: hashes.length,
    dimensions: blocks.reduce((sum, dimensions) => sum + dimensions, 0),
    blocks: blocks.map((dimensions, at) => ({
      dimensions,
      numbers: read(`numbers${at}`, "u8"),
      scales: read(`scales${at}`, "f32"),
    })),
    index,
    weights: Float32Array.from(hashes, (_, rank) => RARE / (RARE + 1 / (rank + OFFSET) / harmonic)),
  };
}

/** Adds up the tokens' words in `into` from `at` on, which is zero before; it stays so where no word is known. */
export function meanOfWords(words: Words, tokens: readonly string[], into: Float32Array, at = 0): void {
  let total = 0;
  for (let i = 0; i < Math.min(tokens.length, MOST_TOKENS); i++) {
    // The tables know "don't" as "don" and "t" only, if at all.
    for (const part of tokens[i]!.split("'")) {
      const place = words.index.get(wordHash(part));
      if (place < 0) continue;
      const weight = words.weights[place]!;
      total += weight;
      let start = at;
      for (const { dimensions, numbers, scales } of words.blocks) {
        const base = (place * dimensions) >> 1;
        for (let k = 0; k < dimensions; k += 2) {
          const byte = numbers[base + (k >> 1)]!;
          into[start + k]! += weight * ((byte & 15) - 8) * scales[k]!;
          into[start + k + 1]! += weight * ((byte >> 4) - 8) * scales[k + 1]!;
        }
        start += dimensions;
      }
    }
  }
  if (total === 0) return;
  for (let k = 0; k < words.dimensions; k++) into[at + k]! /= total;
}
