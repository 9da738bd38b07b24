import type { Core } from "./core.ts";
import { embeddingScores, logSoftmax } from "./embedding-table.ts";
import type { Bag } from "./features.ts";
import { linearScores } from "./linear.ts";
import { TextVector } from "./vocabulary.ts";
import { addMeaningScores, placeMeaning } from "./meaning.ts";

/** Weight of a linear score against the embedding's logarithms (nlu.md, step 5). */
const LINEAR_FACTOR = 8;

/** The scores that a core gives one text. The arrays are reused for the next text. */
export class Scorer {
  readonly core: Core;
  readonly vector = new TextVector();
  readonly linear: Float64Array;
  readonly embedding: Float64Array;
  /** The sum of both in logarithms: the best of these wins. */
  readonly joint: Float64Array;
  /** The meaning of the text. */
  readonly placed: Float32Array;
  /** The winner and the next by `joint`; `second` is -1 where there is one intent only. */
  best = 0;
  second = -1;

  constructor(core: Core) {
    this.core = core;
    this.linear = new Float64Array(core.intents);
    this.embedding = new Float64Array(core.intents);
    this.joint = new Float64Array(core.intents);
    this.placed = new Float32Array(core.meanings?.meaning.dimensions ?? 0);
  }

  /** The share of a text's words that training had seen, without its scores. */
  wordsKnownOf({ hashes, counts }: Pick<Bag, "hashes" | "counts">): number {
    this.vector.set(this.core.vocabulary, hashes, counts, 0, hashes.length);
    return this.vector.wordsKnown;
  }

  /** False when nothing of the text is known. `meanings` holds, from `at` on, what the text means. */
  score(
    hashes: Uint32Array,
    counts: Uint8Array,
    start = 0,
    end = hashes.length,
    meanings?: Float32Array,
    at = 0,
  ): boolean {
    const { core, vector, linear, embedding, joint } = this;
    vector.set(core.vocabulary, hashes, counts, start, end);
    linearScores(core.linear, vector, linear);
    if (core.meanings && meanings) {
      const { meaning, mean } = core.meanings;
      placeMeaning(meaning, mean, meanings, at, this.placed, 0);
      addMeaningScores(core.meanings, this.placed, linear);
    }
    logSoftmax(linear, LINEAR_FACTOR, joint);
    if (core.embedding === undefined) embedding.fill(-Math.log(core.intents));
    else embeddingScores(core.embedding, vector, embedding);
    this.best = 0;
    this.second = -1;
    for (let i = 0; i < joint.length; i++) {
      joint[i]! += embedding[i]!;
      if (i === 0) continue;
      if (joint[i]! > joint[this.best]!) {
        this.second = this.best;
        this.best = i;
      } else if (this.second < 0 || joint[i]! > joint[this.second]!) this.second = i;
    }
    return vector.length > 0;
  }
}
