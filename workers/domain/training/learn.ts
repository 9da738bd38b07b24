import { fractionOf, trainingSteps, type TrainingInput, type TrainingResult } from "#workers/nlu/train.ts";
import { trainVectors, type TrainedVectors } from "#workers/nlu/vectors.ts";
import type { Embedder } from "./embedder.ts";
import type { HeldJob } from "../jobs/held-job.ts";

export interface Learnt extends TrainingResult {
  /** The model learnt from the provider's vectors, where there is a provider. */
  vectors?: { bytes: Uint8Array; embeddingModel: string };
}

/**
 * Makes a model of the phrases, renewing the job's lease and telling its progress on the way. With a provider its
 * vectors decide; our own model is trained all the same, and answers when the provider cannot be reached.
 */
export async function learn(input: TrainingInput, embedder: Embedder | null, held: HeldJob): Promise<Learnt> {
  // The provider first: when it cannot be reached nothing else need be done.
  const vectors = embedder ? await learnVectors(input, embedder, held) : undefined;
  const steps = trainingSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done) return vectors ? decidedBy(vectors, step.value) : step.value;
    const fraction = fractionOf(step.value);
    await held.pulse(vectors ? (1 + fraction) / 2 : fraction);
  }
}

type LearntVectors = TrainedVectors & NonNullable<Learnt["vectors"]>;

/** The vectors' confidences are what a threshold meets, so theirs is the curve that is shown. */
const decidedBy = ({ thresholds, ...vectors }: LearntVectors, { model, report }: TrainingResult): Learnt => ({
  model,
  report: { ...report, thresholds },
  vectors,
});

async function learnVectors(
  { intents }: TrainingInput,
  embedder: Embedder,
  held: HeldJob,
): Promise<LearntVectors> {
  const phrases = intents.flatMap((intent) => intent.phrases);
  const vectors = await embedder.vectorsOf(phrases, (share) => held.pulse(share / 2));
  let at = 0;
  const byIntent = intents.map(({ id, phrases: own }) => ({
    id,
    vectors: vectors.slice(at, (at += own.length)),
  }));
  const { embeddingModel } = embedder;
  return { ...trainVectors({ intents: byIntent, embeddingModel }), embeddingModel };
}
