import { keyOf, wordsOf, type Term } from "./question.ts";

/** BM25's usual saturation and length normalisation (Robertson & Zaragoza 2009). */
const K = 1.2;
const B = 0.6;
/** Weight of a word in the heading, in occurrences in the text. */
const HEADING = 2;
const AVERAGE_WORDS = 120;
/** Weight of repeating parts of the question, relative to covering it. */
const OFTEN = 0.6;
const BEST_SCORE = 1 + OFTEN;
const MEANING = 0.4;

/** BM25's weight of a word: rare words say more. A word in no passage weighs the same as one in a single passage. */
export const weightOf = (having: number, passages: number): number => {
  const n = Math.min(Math.max(having, 1), passages);
  return Math.log(1 + (Math.max(passages, 1) - n + 0.5) / (n + 0.5));
};

export interface Judged {
  /** Share of the question's weight that the passage's words carry, 0 to 1. */
  coverage: number;
  score: number;
}

/** Scores a passage for weighted terms: BM25 with the bot's own weights, and its coverage of the question. */
export function judge(
  terms: readonly Term[],
  weights: readonly number[],
  { heading, text }: { heading: string; text: string },
): Judged {
  const counts = new Map<string, number>();
  const body = wordsOf(text);
  for (const word of body) bump(counts, keyOf(word), 1);
  for (const word of new Set(wordsOf(heading))) bump(counts, keyOf(word), HEADING);
  const length = 1 - B + B * (body.length / AVERAGE_WORDS);
  let [score, covered, total] = [0, 0, 0];
  for (const [at, { key }] of terms.entries()) {
    const weight = weights[at] ?? 0;
    const count = counts.get(key) ?? 0;
    total += weight;
    if (count > 0) covered += weight;
    score += weight * ((count * (K + 1)) / (count + K * length));
  }
  const coverage = total === 0 ? 0 : covered / total;
  // Covering the question ranks above repeating a part of it.
  return { coverage, score: total === 0 ? 0 : coverage + (OFTEN * score) / (total * (K + 1)) };
}

const bump = (counts: Map<string, number>, key: string, by: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + by);

/**
 * Blends the scores by words and by meaning, both 0 to 1, by value and not only by rank (Bruch, Gai & Ingber 2023): a
 * slightly more similar passage does not outdo one that covers the whole question.
 */
export const blended = (score: number, closeness: number): number =>
  (1 - MEANING) * (score / BEST_SCORE) + MEANING * closeness;
