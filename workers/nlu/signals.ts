import type { Scorer } from "./score.ts";

/** Inputs of the confidence, in this order; all are bounded and finite. */
export const SIGNALS = [
  "constant",
  "linear",
  "linearGap",
  "embedding",
  "embeddingGap",
  "wordsKnown",
  "piecesKnown",
  "agree",
  "similarity",
  "lnIntents",
  "lnPhrases",
  "only",
  "onlyWordsKnown",
  "onlyPiecesKnown",
  "onlySimilarity",
] as const;

/** The signals of the text that was scored last; `similarity` is to the winner's nearest phrase, 0 .. 1. */
export function signalsOf(scorer: Scorer, similarity: number): Float64Array {
  const { core, linear, embedding, best, second, vector } = scorer;
  const { wordsKnown, piecesKnown } = vector;
  // With one intent only there is no choice to be sure of, just whether the text is like its phrases.
  if (second < 0)
    return Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, wordsKnown, piecesKnown, similarity);
  const bestScore = linear[best]!;
  const bestProbability = Math.exp(embedding[best]!);
  let linearWinner = 0;
  let embeddingWinner = 0;
  for (let i = 1; i < core.intents; i++) {
    if (linear[i]! > linear[linearWinner]!) linearWinner = i;
    if (embedding[i]! > embedding[embeddingWinner]!) embeddingWinner = i;
  }
  const nextProbability = Math.exp(embedding[second]!);
  return Float64Array.of(
    1,
    clamp(bestScore, -2, 2),
    clamp(bestScore - linear[second]!, -2, 3),
    bestProbability,
    bestProbability - nextProbability,
    wordsKnown,
    piecesKnown,
    linearWinner === embeddingWinner ? 1 : 0,
    similarity,
    Math.log(core.intents),
    Math.log(core.phrases / core.intents),
    0,
    0,
    0,
    0,
  );
}

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}
