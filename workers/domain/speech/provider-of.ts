import { speechTexts as texts } from "#texts/speech.ts";
import { openAiSpeech } from "#workers/providers/openai/speech.ts";
import type { SpeechProvider } from "#workers/providers/speech.ts";
import { workersAiSpeech } from "#workers/providers/workers-ai/speech.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { allowsPrivate, type ProviderEnv } from "../integrations/provider-of.ts";
import { stoppableSpeech } from "../operators/stoppable.ts";
import { keyRing } from "../secrets/key-ring.ts";
import { SecretError } from "../secrets/seal.ts";
import { useSecret } from "../secrets/secret.ts";
import { speechKey, type SettingsRow } from "./settings.ts";

/** The provider that an enterprise has chosen. Throws providerFailed where there is none, or none that can be asked. */
export async function speechProviderOf(
  ctx: Ctx,
  env: ProviderEnv,
  row: SettingsRow | undefined,
): Promise<SpeechProvider> {
  if (row?.provider === "workersAi" && env.AI) return stoppableSpeech(env, workersAiSpeech(env.AI));
  if (row?.provider !== "openAi") throw failed(texts.notReady);
  const apiKey = await keyOf(ctx, env);
  if (apiKey === undefined) throw failed(texts.noKey);
  const { baseUrl, speechModel, transcriptionModel } = row;
  const allowPrivate = allowsPrivate(env);
  return stoppableSpeech(
    env,
    openAiSpeech({ apiKey, baseUrl, speechModel, transcriptionModel, allowPrivate }),
  );
}

const failed = (message: string): DomainError => new DomainError("providerFailed", { message });

/** A key that cannot be decrypted counts as none; the log says why. */
async function keyOf(ctx: Ctx, env: ProviderEnv): Promise<string | undefined> {
  try {
    return await useSecret(ctx, keyRing(env.DATA_KEY), speechKey);
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    console.log(
      JSON.stringify({ level: "error", source: "secrets", kind: "speech", failure: error.message }),
    );
    return undefined;
  }
}
