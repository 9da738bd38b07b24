import type { AgentConfig } from "#workers/contract/endpoints/bots.ts";
import { nearestPhrases, type Prediction } from "#workers/nlu/predict.ts";
import { hurried } from "#workers/providers/hurried.ts";
import type { Provider } from "#workers/providers/provider.ts";
import { classify, type Classifier } from "../training/classify.ts";
import type { ServedVersion } from "../training/model-cache.ts";
import { within } from "./within.ts";

export interface Understanding {
  loadModel: (version: ServedVersion) => Promise<Classifier>;
  /** Returns the provider of the bot's model type. */
  providerFor?: (config: AgentConfig) => Promise<Provider | null>;
}

/** Time limit for a provider to classify a message; after that our own model does. */
const PROVIDER_MS = 4_000;

/** A prediction with each candidate's training phrase that is nearest to the message, by intent. */
export interface Understood extends Prediction {
  phrases: ReadonlyMap<string, string>;
}

/** Classifies the message with the version that serves. A provider is called only where embeddings decide. */
export async function understand(
  version: ServedVersion,
  config: AgentConfig,
  text: string,
  deps: Understanding,
): Promise<Understood> {
  const classifier = await deps.loadModel(version);
  const prediction = await classified(classifier, config, text, deps);
  const intentIds = prediction.candidates.map(({ intentId }) => intentId);
  return { ...prediction, phrases: nearestPhrases(classifier.model, text, intentIds) };
}

async function classified(
  classifier: Classifier,
  config: AgentConfig,
  text: string,
  { providerFor }: Understanding,
): Promise<Prediction> {
  if (!classifier.vectors || !providerFor) return classify(classifier, text);
  const provider = await within(PROVIDER_MS, "provider", () => providerFor(config));
  return classify(classifier, text, provider && hurried(provider, PROVIDER_MS));
}
