import { genAiTexts as texts } from "#texts/gen-ai.ts";
import { providersTexts } from "#texts/providers.ts";
import type { z } from "zod";
import type { Finding, newIntegration } from "#workers/contract/endpoints/integrations.ts";
import { openAi } from "#workers/providers/openai/openai.ts";
import { ProviderError, type Provider } from "#workers/providers/provider.ts";
import type { Ctx } from "../ctx.ts";
import { stoppable } from "../operators/stoppable.ts";
import { getIntegration } from "./list.ts";
import { allowsPrivate, providerOfIntegration, type ProviderEnv } from "./provider-of.ts";
import { refuseBadAddress } from "./save.ts";

/** Somebody is waiting at the button. */
const LIMITS = { overallMs: 10_000, attempts: 1 };

/** Sends a short question to the provider of a stored configuration; notFound when there is no such configuration. */
export async function testIntegration(ctx: Ctx, env: ProviderEnv, id: string): Promise<Finding> {
  await getIntegration(ctx, id);
  return finding(ctx, await providerOfIntegration(ctx, env, id, LIMITS));
}

/** Tests a configuration before it is saved. */
export async function tryIntegration(
  ctx: Ctx,
  env: ProviderEnv,
  { settings, apikey }: z.output<typeof newIntegration>,
): Promise<Finding> {
  const allowPrivate = allowsPrivate(env);
  refuseBadAddress(settings.baseUrl, allowPrivate);
  return finding(ctx, stoppable(env, openAi({ apiKey: apikey, ...settings, allowPrivate, limits: LIMITS })));
}

/** The chat result decides; embeddings are tested as well, since bots of the type Open AI are trained with them. */
async function finding({ now }: Ctx, provider: Provider | null): Promise<Finding> {
  const begun = now();
  const said = (ok: boolean, message: string): Finding => ({
    ok,
    milliseconds: now() - begun,
    message,
    answer: null,
  });
  if (!provider) return said(false, providersTexts.none);
  const [chat, embedding] = await Promise.allSettled([
    provider.chat([{ role: "user", content: texts.testQuestion }], { maxTokens: 16 }),
    provider.embed([texts.testQuestion]),
  ]);
  if (chat.status === "rejected") return said(false, wordsOf(chat.reason));
  const works = texts.testWorks(now() - begun);
  return said(
    true,
    embedding.status === "rejected" ? `${works} ${texts.testChatOnly(wordsOf(embedding.reason))}` : works,
  );
}

function wordsOf(reason: unknown): string {
  if (reason instanceof ProviderError) return reason.message;
  throw reason;
}
