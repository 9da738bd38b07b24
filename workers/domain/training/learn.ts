import { fractionOf, trainingSteps, type TrainingInput, type TrainingResult } from "#workers/nlu/train.ts";
import { trainVectors } from "#workers/nlu/vectors.ts";
import type { Provider } from "#workers/providers/provider.ts";
import { renew, type LeasedJob } from "../jobs/lease.ts";
import type { Scope } from "../scope.ts";
import { LeaseLost } from "./lease-lost.ts";
import type { Surroundings } from "./run.ts";

/** How often progress is written and sent while a training runs. */
const BEAT_MS = 1_000;
/** Phrases that are sent to a provider between two beats. */
const BATCH = 200;

export interface Learnt extends TrainingResult {
  /** What the provider's vectors taught, where there is a provider. */
  vectors?: { bytes: Uint8Array; embeddingModel: string };
}

/**
 * Makes a model of the phrases, renewing the job's lease and telling its progress on the way. With a provider its
 * vectors decide; the model of our own is made all the same, and answers when the provider cannot be reached.
 */
export async function learn(
  scope: Scope,
  job: LeasedJob,
  input: TrainingInput,
  provider: Provider | null,
  { breathe, progress }: Pick<Surroundings, "breathe" | "progress">,
): Promise<Learnt> {
  let beat = scope.now();
  const tell = async (fraction: number): Promise<void> => {
    await breathe();
    if (scope.now() - beat < BEAT_MS) return;
    beat = scope.now();
    if (!(await renew(scope, job, fraction))) throw new LeaseLost();
    await progress(fraction);
  };
  // The provider first: when it cannot be reached nothing else need be done.
  const vectors = provider ? await learnVectors(input, provider, (share) => tell(share / 2)) : undefined;
  const steps = trainingSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done) return { ...step.value, ...(vectors && { vectors }) };
    const fraction = fractionOf(step.value);
    await tell(vectors ? (1 + fraction) / 2 : fraction);
  }
}

async function learnVectors(
  { intents }: TrainingInput,
  provider: Provider,
  tell: (share: number) => Promise<void>,
): Promise<NonNullable<Learnt["vectors"]>> {
  const phrases = intents.flatMap((intent) => intent.phrases);
  const vectors: Float32Array[] = [];
  for (let at = 0; at < phrases.length; at += BATCH) {
    vectors.push(...(await provider.embed(phrases.slice(at, at + BATCH))));
    await tell(vectors.length / phrases.length);
  }
  let at = 0;
  const byIntent = intents.map(({ id, phrases: own }) => ({
    id,
    vectors: vectors.slice(at, (at += own.length)),
  }));
  const { embeddingModel } = provider;
  return { bytes: trainVectors({ intents: byIntent, embeddingModel }), embeddingModel };
}
