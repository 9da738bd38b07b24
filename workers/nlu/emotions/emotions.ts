import { emotionNames, type EmotionName } from "#workers/contract/emotions.ts";
import { readSections } from "../bytes.ts";
import { extract, kindOf, CHARACTERS } from "../features.ts";

/**
 * 28 emotions (GoEmotions) by one linear machine each over hashed features, the weights pruned and in 8 bits. The file
 * is made by scripts/train-emotions.ts; docs/decisions/emotions.md says how well it does.
 */
export interface Emotions {
  readonly hashes: Uint32Array;
  /** idf^0.5 of each feature, in 8 bits of `idfScale`. */
  readonly idf: Uint8Array;
  readonly idfScale: number;
  /** Entries of feature f are starts[f] .. starts[f+1]. */
  readonly starts: Uint32Array;
  readonly labels: Uint8Array;
  readonly weights: Int8Array;
  readonly scales: Float32Array;
  readonly biases: Float32Array;
  /** A label is felt from this score on. */
  readonly thresholds: Float32Array;
}

export interface EmotionMeta {
  idfScale: number;
  scales: number[];
  biases: number[];
  thresholds: number[];
}

export interface Feeling {
  emotion: EmotionName;
  /** Logistic of the score's distance to its threshold, 0 to 1. */
  confidence: number;
}

export function loadEmotions(bytes: Uint8Array): Emotions {
  const { meta, read } = readSections(bytes);
  const { idfScale, scales, biases, thresholds } = meta as EmotionMeta;
  const hashes = read("hashes", "u32");
  const counts = read("counts", "u8");
  const starts = new Uint32Array(hashes.length + 1);
  for (let f = 0; f < counts.length; f++) starts[f + 1] = starts[f]! + counts[f]!;
  return {
    hashes,
    idf: read("idf", "u8"),
    idfScale,
    starts,
    labels: read("labels", "u8"),
    weights: read("weights", "i8"),
    scales: Float32Array.from(scales),
    biases: Float32Array.from(biases),
    thresholds: Float32Array.from(thresholds),
  };
}

const NEUTRAL = emotionNames.indexOf("neutral");

/** Scores of all labels for a text; undefined when nothing of it is known. */
export function emotionScores(model: Emotions, text: string): Float64Array | undefined {
  const { hashes, idf, idfScale, starts, labels, weights, scales, biases } = model;
  const bag = extract(text);
  const found: { at: number; value: number; characters: boolean }[] = [];
  const squares = [0, 0];
  let at = 0;
  // Both lists ascend: one walk meets all that they share, from wherever the last one was found.
  for (let i = 0; i < bag.hashes.length; i++) {
    at = lowerBound(hashes, bag.hashes[i]!, at);
    if (at >= hashes.length) break;
    if (hashes[at] !== bag.hashes[i]) continue;
    const value = (1 + Math.log(bag.counts[i]!)) * idf[at]! * idfScale;
    const characters = kindOf(hashes[at]!) === CHARACTERS;
    squares[characters ? 1 : 0]! += value * value;
    found.push({ at, value, characters });
  }
  if (found.length === 0) return undefined;
  // Words and pieces are two blocks of unit length, both together again.
  const blocks = (squares[0]! > 0 ? 1 : 0) + (squares[1]! > 0 ? 1 : 0);
  const factors = squares.map((square) => (square > 0 ? 1 / Math.sqrt(square * blocks) : 0));
  const scores = Float64Array.from(biases);
  for (const { at: feature, value, characters } of found) {
    const factor = value * factors[characters ? 1 : 0]!;
    for (let e = starts[feature]!; e < starts[feature + 1]!; e++) {
      scores[labels[e]!]! += factor * weights[e]! * scales[labels[e]!]!;
    }
  }
  return scores;
}

/** The emotions of a text: all above their thresholds, and the strongest; "neutral" when there is none. */
export function emotionOf(model: Emotions, text: string): Feeling & { all: Feeling[] } {
  const scores = emotionScores(model, text);
  const all: Feeling[] = [];
  scores?.forEach((score, label) => {
    const above = score - model.thresholds[label]!;
    if (above >= 0) all.push({ emotion: emotionNames[label]!, confidence: 1 / (1 + Math.exp(-4 * above)) });
  });
  all.sort((a, b) => b.confidence - a.confidence);
  const strongest = all.find(({ emotion }) => emotion !== "neutral") ?? all[0];
  const neutralScore = scores ? scores[NEUTRAL]! - model.thresholds[NEUTRAL]! : 0;
  const fallback: Feeling = { emotion: "neutral", confidence: 1 / (1 + Math.exp(-4 * neutralScore)) };
  return { ...(strongest ?? fallback), all };
}

function lowerBound(sorted: Uint32Array, wanted: number, from: number): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
