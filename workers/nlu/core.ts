import type { Corpus } from "./corpus.ts";
import { EMBEDDING_SETTINGS, EmbeddingTrainer } from "./embedding.ts";
import { type EmbeddingTable, packEmbedding } from "./embedding-table.ts";
import { type LinearTable, LinearTableBuilder } from "./linear.ts";
import { Random } from "./random.ts";
import { SVM_SETTINGS, SvmTrainer } from "./svm.ts";
import { buildMatrix, buildVocabulary, type Vocabulary } from "./vocabulary.ts";
import { featureShare, meanOfTexts, type MeaningTable, MeaningTableBuilder } from "./meaning.ts";

/** The classifier of intents: the linear machines and the embedding over one vocabulary. */
export interface Core {
  /** Number of intents. */
  readonly intents: number;
  /** Number of phrases it was trained on. */
  readonly phrases: number;
  readonly vocabulary: Vocabulary;
  readonly linear: LinearTable;
  /** The linear machines' table of the texts' meanings; absent where nothing knows the bot's language. */
  readonly meanings: MeaningTable | undefined;
  /** Absent where there is nothing to choose between. */
  readonly embedding: EmbeddingTable | undefined;
}

export interface CoreStep {
  stage: "linear" | "embedding";
  done: number;
  total: number;
}

/** Below this many phrases every feature counts; above, one that a single phrase has is mostly noise. */
const FEW_PHRASES = 3000;
/** Texts seen at least: small bots take more rounds, since they have few texts and training them is quick. */
const LEAST_TEXTS_SEEN = 3000;
/** Up to this many intents, a space of half as many dimensions is enough. */
const MODEST_INTENTS = 50;
/** Multiplications between two steps of the generator, about 100 ms. */
const WORK_PER_STEP = 40e6;

/**
 * Trains on the given phrases (numbers into the corpus). `labels` has the intent of each, 0 .. intents-1, or
 * -1 for a text that is none of them.
 */
export function* trainCore(
  corpus: Corpus,
  phrases: Int32Array,
  labels: Int32Array,
  intents: number,
  seed: number,
): Generator<CoreStep, Core, void> {
  const vocabulary = buildVocabulary(corpus, phrases, phrases.length > FEW_PHRASES ? 2 : 1);
  yield { stage: "linear", done: 0, total: intents };
  const { meaning } = corpus;
  const mean = meaning && meanOfTexts(meaning, corpus.meanings, phrases);
  const matrix = buildMatrix(corpus, phrases, vocabulary, mean);
  yield { stage: "linear", done: 0, total: intents };
  const random = new Random(seed);

  // With the features at unit length beside the texts' meanings, the cost is that of all at unit length.
  const cost = meaning ? SVM_SETTINGS.cost * featureShare(meaning) : SVM_SETTINGS.cost;
  const svm = new SvmTrainer(matrix, labels, { ...SVM_SETTINGS, cost });
  const meanings = new MeaningTableBuilder();
  const builder = new LinearTableBuilder(vocabulary.hashes.length);
  let work = 0;
  for (let intent = 0; intent < intents; intent++) {
    work += svm.fit(intent, random);
    builder.add(svm.weights, svm.bias);
    meanings.add(svm.meaningWeights);
    if (work > WORK_PER_STEP) {
      work = 0;
      yield { stage: "linear", done: intent + 1, total: intents };
    }
  }
  const linear = builder.build();
  yield { stage: "linear", done: intents, total: intents };

  let embedding: EmbeddingTable | undefined;
  if (intents > 1) {
    const rounds = Math.max(
      EMBEDDING_SETTINGS.rounds,
      Math.min(30, Math.ceil(LEAST_TEXTS_SEEN / matrix.rows)),
    );
    const dimensions = intents <= MODEST_INTENTS ? 32 : EMBEDDING_SETTINGS.dimensions;
    const settings = { ...EMBEDDING_SETTINGS, rounds, dimensions };
    const trainer = new EmbeddingTrainer(matrix, labels, intents, vocabulary.unpaired, random, settings);
    while (trainer.done < trainer.total) {
      trainer.step(500);
      yield { stage: "embedding", done: trainer.done, total: trainer.total };
    }
    embedding = packEmbedding(trainer.features, trainer.intents, settings.dimensions);
  }
  return {
    intents,
    phrases: phrases.length,
    vocabulary,
    linear,
    meanings: meaning && mean && meanings.build(meaning, mean),
    embedding,
  };
}
