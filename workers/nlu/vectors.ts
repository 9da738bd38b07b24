import { readSections, writeSections } from "./bytes.ts";
import { confidenceOf, fitConfidence } from "./confidence.ts";
import type { Candidate } from "./predict.ts";
import { type Thresholds, thresholdsOf } from "./thresholds.ts";

/**
 * A classifier over vectors that a provider makes: each intent is the mean of its phrases' vectors, a text belongs to
 * the nearest. Few phrases are enough for that, since the provider's vectors know the language already.
 */
export interface VectorModel {
  readonly intents: readonly string[];
  /** Names what made the vectors: those of another are never compared with these. */
  readonly embeddingModel: string;
  readonly dimensions: number;
  /** intents x dimensions, unit length. */
  readonly means: Float32Array;
  readonly coefficients: readonly number[];
}

export interface VectorInput {
  intents: { id: string; vectors: readonly Float32Array[] }[];
  embeddingModel: string;
}

interface Meta {
  intents: string[];
  embeddingModel: string;
  dimensions: number;
  coefficients: number[];
}

const MOST_CANDIDATES = 5;
/**
 * Coefficients of the confidence before a bot's own phrases count: bias, likeness to the nearest, gap to the second.
 */
const PRIOR = [-6, 9, 12];
const FIRMNESS = 0.5;

export interface TrainedVectors {
  bytes: Uint8Array;
  /** The effect of each threshold on phrases that are judged by means without them; absent where they are too few. */
  thresholds: Thresholds | undefined;
}

export function trainVectors({ intents, embeddingModel }: VectorInput): TrainedVectors {
  const dimensions = intents[0]?.vectors[0]?.length ?? 0;
  const sums = intents.map(({ vectors }) => {
    const sum = new Float32Array(dimensions);
    for (const vector of vectors) for (let d = 0; d < dimensions; d++) sum[d]! += vector[d]!;
    return sum;
  });
  const means = new Float32Array(intents.length * dimensions);
  sums.forEach((sum, intent) => means.set(unit(sum), intent * dimensions));

  // Each phrase is compared with means that leave it out.
  const signals: Float64Array[] = [];
  const right: number[] = [];
  /** The same phrases where their own intent is not there at all. */
  const foreign: Float64Array[] = [];
  intents.forEach(({ vectors }, own) => {
    if (vectors.length < 2) return;
    for (const vector of vectors) {
      const without = sums[own]!.map((value, d) => value - vector[d]!);
      const scores = likenesses(means, dimensions, vector);
      scores[own] = dot(unit(without), vector);
      const [best, second] = bestTwo(scores);
      signals.push(signalsOf(scores, best, second));
      right.push(best === own ? 1 : 0);
      scores[own] = -1;
      if (intents.length > 2) foreign.push(signalsOf(scores, ...bestTwo(scores)));
    }
  });
  const samples = {
    signals,
    right: Uint8Array.from(right),
    weights: new Float64Array(right.length).fill(Math.min(1, 500 / Math.max(right.length, 1))),
  };
  const coefficients = signals.length === 0 ? PRIOR : fitConfidence(samples, PRIOR, FIRMNESS);
  const meta: Meta = { intents: intents.map(({ id }) => id), embeddingModel, dimensions, coefficients };
  const sure = (each: Float64Array): number => confidenceOf(coefficients, each);
  return {
    bytes: writeSections(meta, { means }),
    thresholds: thresholdsOf(
      signals.map((each, at) => ({ right: right[at] === 1, confidence: sure(each) })),
      foreign.map(sure),
      signals.length,
    ),
  };
}

export function loadVectors(bytes: Uint8Array): VectorModel {
  const { meta, read } = readSections(bytes);
  return { ...(meta as Meta), means: read("means", "f32") };
}

/** The nearest intents, best first, at most five; `vector` has unit length. */
export function predictVector(
  { intents, means, dimensions, coefficients }: VectorModel,
  vector: Float32Array,
): Candidate[] {
  if (vector.length !== dimensions || intents.length === 0) return [];
  const scores = likenesses(means, dimensions, vector);
  const [best, second] = bestTwo(scores);
  const confidence = confidenceOf(coefficients, signalsOf(scores, best, second));
  const order = [...scores.keys()].toSorted((a, b) => scores[b]! - scores[a]!).slice(0, MOST_CANDIDATES);
  return order.map((intent) => ({
    intentId: intents[intent]!,
    confidence:
      intent === best
        ? confidence
        : Math.min(confidence, 1 - confidence) * Math.exp(12 * (scores[intent]! - scores[best]!)),
  }));
}

const signalsOf = (scores: Float64Array, best: number, second: number): Float64Array =>
  Float64Array.of(1, scores[best]!, second < 0 ? 0.5 : scores[best]! - scores[second]!);

function likenesses(means: Float32Array, dimensions: number, vector: Float32Array): Float64Array {
  const scores = new Float64Array(means.length / dimensions);
  for (let intent = 0; intent < scores.length; intent++) {
    scores[intent] = dot(means.subarray(intent * dimensions, (intent + 1) * dimensions), vector);
  }
  return scores;
}

function bestTwo(scores: Float64Array): [best: number, second: number] {
  let best = 0;
  let second = -1;
  for (let i = 1; i < scores.length; i++) {
    if (scores[i]! > scores[best]!) [best, second] = [i, best];
    else if (second < 0 || scores[i]! > scores[second]!) second = i;
  }
  return [best, second];
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += a[d]! * b[d]!;
  return sum;
}

/** Scaled to length one; a vector of nothing stays. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
}
