import { providersTexts } from "#texts/providers.ts";
import { type Provider, ProviderError } from "./provider.ts";

/**
 * The same provider, given up on when so many milliseconds have passed from now, over all its calls (ProviderError
 * timeout): somebody is waiting.
 */
export function hurried(provider: Provider, milliseconds: number): Provider {
  const until = Date.now() + milliseconds;
  const inTime = async <T>(work: Promise<T>): Promise<T> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new ProviderError("timeout", providersTexts.timeout)),
        Math.max(0, until - Date.now()),
      );
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    embeddingModel: provider.embeddingModel,
    embed: (texts) => inTime(provider.embed(texts)),
    chat: (chat, options) => inTime(provider.chat(chat, options)),
  };
}
