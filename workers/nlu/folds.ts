import type { Random } from "./random.ts";

/**
 * The folds by which training checks itself: each holds out some phrases of most intents, to see whether they are
 * recognised, and some intents wholly, whose phrases are the hardest kind of text out of scope.
 */
export interface Fold {
  /** Numbers into the corpus. */
  train: Int32Array;
  /** The intent of each training phrase as this fold counts intents, -1 for none. */
  labels: Int32Array;
  /** The fold's intents by their number in the bot. */
  intents: Int32Array;
  /** Phrases to be recognised, and texts that should not be. */
  inScope: Int32Array;
  outOfScope: Int32Array;
}

/** A fifth of the phrases and of the intents is kept back in a fold. */
const PARTS = 5;

/** Folds by the number of phrases: a big bot is judged well enough by one fifth of its phrases. */
export function foldCount(phrases: number): number {
  return phrases <= 100 ? 5 : phrases <= 300 ? 3 : phrases <= 2000 ? 2 : 1;
}

/**
 * `labels`: the intent of every phrase, -1 for the author's texts out of scope. An intent of one phrase is
 * never tested by it, since nothing would be left to learn from.
 */
export function makeFolds(labels: Int32Array, intents: number, folds: number, random: Random): Fold[] {
  const byIntent: number[][] = Array.from({ length: intents + 1 }, () => []);
  for (let row = 0; row < labels.length; row++) byIntent[labels[row]! + 1]!.push(row);
  const part = new Uint8Array(labels.length);
  for (const rows of byIntent) {
    random.shuffle(rows);
    const offset = random.below(PARTS);
    for (let i = 0; i < rows.length; i++) part[rows[i]!] = (i + offset) % PARTS;
  }
  // With fewer than three intents leaving one out would leave nothing to choose between.
  const group = new Int32Array(intents).fill(-1);
  const order = Array.from({ length: intents }, (_, i) => i);
  random.shuffle(order);
  if (intents > 2) for (let i = 0; i < intents; i++) group[order[i]!] = i % PARTS;

  return Array.from({ length: folds }, (_, fold) => {
    const kept: number[] = [];
    const numbers = new Int32Array(intents).fill(-1);
    for (let intent = 0; intent < intents; intent++) {
      if (group[intent] === fold) continue;
      numbers[intent] = kept.length;
      kept.push(intent);
    }
    const train: number[] = [];
    const trainLabels: number[] = [];
    const inScope: number[] = [];
    const outOfScope: number[] = [];
    for (let row = 0; row < labels.length; row++) {
      const label = labels[row]!;
      const held = part[row] === fold;
      if (label < 0 ? held : group[label] === fold) outOfScope.push(row);
      else if (held && byIntent[label + 1]!.length > 1) inScope.push(row);
      else {
        train.push(row);
        trainLabels.push(label < 0 ? -1 : numbers[label]!);
      }
    }
    // As many texts out of scope as in scope are enough, whatever their number.
    random.shuffle(outOfScope);
    outOfScope.length = Math.min(outOfScope.length, Math.max(inScope.length, 20));
    return {
      train: Int32Array.from(train),
      labels: Int32Array.from(trainLabels),
      intents: Int32Array.from(kept),
      inScope: Int32Array.from(inScope),
      outOfScope: Int32Array.from(outOfScope),
    };
  });
}
