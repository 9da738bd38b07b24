import { providersTexts as texts } from "#texts/providers.ts";
import { type Provider, ProviderError } from "#workers/providers/provider.ts";
import type { SpeechProvider } from "#workers/providers/speech.ts";
import { isStopped } from "./switches.ts";

/** Every Worker has the directory; benches and tests of a part may do without. */
type Env = { DIRECTORY?: D1Database };

async function refuseStopped({ DIRECTORY }: Env): Promise<void> {
  if (DIRECTORY && (await isStopped({ DIRECTORY }, "models")))
    throw new ProviderError("unavailable", texts.stopped);
}

/** A provider that is not asked while operators have stopped the models: what needs it does as if it couldn't be reached. */
export const stoppable = (env: Env, provider: Provider): Provider => ({
  embeddingModel: provider.embeddingModel,
  async embed(given) {
    await refuseStopped(env);
    return provider.embed(given);
  },
  async chat(messages, options) {
    await refuseStopped(env);
    return provider.chat(messages, options);
  },
});

export const stoppableSpeech = (env: Env, provider: SpeechProvider): SpeechProvider => ({
  async speak(spoken) {
    await refuseStopped(env);
    return provider.speak(spoken);
  },
  async transcribe(recording, language) {
    await refuseStopped(env);
    return provider.transcribe(recording, language);
  },
});
