import type { Encoder } from "#workers/nlu/encoder/encoder.ts";
import { predict, type Model, type Prediction } from "#workers/nlu/predict.ts";
import { predictVector, type VectorModel } from "#workers/nlu/vectors.ts";
import { ProviderError, type Provider } from "#workers/providers/provider.ts";
import { describe } from "../error.ts";

/** A version in memory: the model of our own, and the encoder or the provider's vectors where its type has them. */
export interface Classifier {
  model: Model;
  encoder?: Encoder;
  vectors?: VectorModel;
}

/**
 * The intents of a text. Where vectors decide, the provider is asked for the text's own; an exact training phrase needs
 * no provider, and our own model answers when the provider cannot be reached.
 */
export async function classify(
  classifier: Classifier,
  text: string,
  provider: Provider | null = null,
): Promise<Prediction> {
  const own = predicted(classifier, text);
  const embed = embedding(classifier, provider);
  if (own.exact || !embed) return own;
  try {
    const [vector] = await embed([text]);
    return decided(own, classifier, vector);
  } catch (error) {
    warn(error);
    return own;
  }
}

const predicted = ({ model, encoder }: Classifier, text: string): Prediction =>
  predict(model, text, encoder?.encode(text));

/** The same for many texts, whose vectors are asked for together. */
export async function classifyAll(
  classifier: Classifier,
  texts: readonly string[],
  embed: Embed | null,
): Promise<Prediction[]> {
  const own = texts.map((text) => predicted(classifier, text));
  const open = texts.filter((_, at) => !own[at]?.exact);
  if (!embed || open.length === 0) return own;
  try {
    const vectors = await embed(open);
    const vectorOf = new Map(open.map((text, place) => [text, vectors[place]]));
    return own.map((prediction, at) => decided(prediction, classifier, vectorOf.get(texts[at] ?? "")));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    warn(error);
    return own;
  }
}

/** One vector a text, in their order. Throws ProviderError. */
export type Embed = (texts: readonly string[]) => Promise<Float32Array[]>;

/** The function that turns texts into vectors comparable with the classifier's; null where there is none. */
export const embedding = ({ vectors }: Classifier, provider: Provider | null): Embed | null =>
  vectors && provider?.embeddingModel === vectors.embeddingModel ? (texts) => provider.embed(texts) : null;

function decided(own: Prediction, { vectors }: Classifier, vector: Float32Array | undefined): Prediction {
  const candidates = vectors && vector ? predictVector(vectors, vector) : [];
  return candidates.length > 0 ? { ...own, candidates } : own;
}

const warn = (error: unknown): void =>
  console.log(JSON.stringify({ level: "warn", source: "classify", failure: describe(error) }));
