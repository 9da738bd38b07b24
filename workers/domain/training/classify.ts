import { predict, type Model, type Prediction } from "#workers/nlu/predict.ts";
import { predictVector, type VectorModel } from "#workers/nlu/vectors.ts";
import type { Provider } from "#workers/providers/provider.ts";
import { describe } from "../error.ts";

/** A version in memory: the model of our own, and the provider's vectors where its type has them. */
export interface Classifier {
  model: Model;
  vectors?: VectorModel;
}

/**
 * What a text means. Where vectors decide, the provider is asked for the text's own; an exact training phrase needs no
 * provider, and when it cannot be reached the model of our own answers.
 */
export async function classify(
  { model, vectors }: Classifier,
  text: string,
  provider: Provider | null = null,
): Promise<Prediction> {
  const own = predict(model, text);
  if (own.exact || !vectors || provider?.embeddingModel !== vectors.embeddingModel) return own;
  try {
    const [vector] = await provider.embed([text]);
    const candidates = vector ? predictVector(vectors, vector) : [];
    return candidates.length > 0 ? { ...own, candidates } : own;
  } catch (error) {
    console.log(JSON.stringify({ level: "warn", source: "classify", failure: describe(error) }));
    return own;
  }
}
