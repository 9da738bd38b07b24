import { messages } from "#app/messages.ts";
import type {
  testIntegration as contract,
  tryIntegration as trial,
} from "#workers/contract/endpoints/integrations.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { ProviderError, type Provider } from "#workers/providers/provider.ts";
import { providerFor, providerOf, type ProviderEnv } from "../providers/provider-of.ts";
import type { Scope } from "../scope.ts";
import { integrationRow, settingsToStore } from "./integration.ts";

type Finding = ReplyOf<typeof contract>;

const texts = messages.genAi;
/** Somebody is waiting at the button. */
const LIMITS = { silenceMs: 10_000, overallMs: 10_000, attempts: 1 };

/** Asks the provider of a stored integration a short question; notFound when there is no such integration. */
export async function testIntegration(scope: Scope, env: ProviderEnv, id: string): Promise<Finding> {
  await integrationRow(scope, id);
  return finding(scope, await providerOf(env, scope, { kind: "integration", id }, LIMITS));
}

/** The same before anything is stored: what somebody is about to save. */
export async function tryIntegration(
  scope: Scope,
  env: ProviderEnv,
  { llm, settings, apikey }: InputOf<typeof trial>["body"],
): Promise<Finding> {
  return finding(
    scope,
    providerFor(env, { llm, settings: settingsToStore(env, settings), apiKey: apikey }, LIMITS),
  );
}

/** A chat decides; embeddings are asked for as well, since agents of the type OpenAI learn from them. */
async function finding({ now }: Scope, provider: Provider | null): Promise<Finding> {
  const begun = now();
  const said = (ok: boolean, message: string): Finding => ({ ok, milliseconds: now() - begun, message });
  if (!provider) return said(false, texts.noProvider);
  const [chat, embedding] = await Promise.allSettled([
    provider.chat([{ role: "user", content: texts.testQuestion }], { maxTokens: 16 }),
    provider.embed([texts.testQuestion]),
  ]);
  if (chat.status === "rejected") return said(false, wordsOf(chat.reason));
  if (embedding.status === "rejected") return said(true, texts.testedChatOnly(wordsOf(embedding.reason)));
  return said(true, texts.tested);
}

function wordsOf(reason: unknown): string {
  if (reason instanceof ProviderError) return reason.message;
  throw reason;
}
