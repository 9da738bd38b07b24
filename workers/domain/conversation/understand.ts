import type { AgentConfig } from "#workers/contract/endpoints/agents.ts";
import { nearestPhrases, type Prediction } from "#workers/nlu/predict.ts";
import { hurried } from "#workers/providers/hurried.ts";
import type { Provider } from "#workers/providers/provider.ts";
import { classify, type Classifier } from "../training/classify.ts";
import type { ServedVersion } from "../training/model-cache.ts";
import { within } from "./within.ts";

export interface Understanding {
  loadModel: (version: ServedVersion) => Promise<Classifier>;
  /** What the agent's model type works with. */
  providerFor?: (config: AgentConfig) => Promise<Provider | null>;
}

/** A provider has so long to say what a message means; then the model of our own does. */
const PROVIDER_MS = 4_000;

/** With the candidates' training phrases that come nearest to the message, by intent. */
export interface Understood extends Prediction {
  phrases: ReadonlyMap<string, string>;
}

/** What the message means to the version that serves. Only where vectors decide is a provider asked. */
export async function understand(
  version: ServedVersion,
  config: AgentConfig,
  text: string,
  powers: Understanding,
): Promise<Understood> {
  const classifier = await powers.loadModel(version);
  const prediction = await classified(classifier, config, text, powers);
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
