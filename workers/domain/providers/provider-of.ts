import { and, eq } from "drizzle-orm";
import { integrations } from "#db/tenant/integrations.ts";
import { llms } from "#workers/contract/endpoints/integrations.ts";
import type { AgentConfig } from "#workers/contract/endpoints/agents.ts";
import type { Limits } from "#workers/providers/openai/ask.ts";
import { openAi } from "#workers/providers/openai/openai.ts";
import type { Provider } from "#workers/providers/provider.ts";
import { workersAi, type AiBinding } from "#workers/providers/workers-ai/workers-ai.ts";
import type { Scope } from "../scope.ts";
import { keyRing } from "../secrets/key-ring.ts";
import { readSecret, type Owner } from "../secrets/store.ts";
import { allowedBaseUrl } from "./base-address.ts";

/** What is needed of a Worker's bindings to reach providers. */
export interface ProviderEnv {
  DATA_KEY: string;
  /** Workers AI, where the deployment binds it. */
  AI?: AiBinding;
  /** "yes" lets integrations name servers on this machine. Never set on an account. */
  ALLOW_LOCAL_PROVIDERS?: string;
}

/** Whose provider: an integration's, the one of an agent's own OpenAI key, or the platform's. */
export type ProviderChoice =
  | { kind: "integration"; id: string }
  | { kind: "agentKey"; agentId: string }
  | { kind: "workersAi" };

/** The choice of an agent for OpenAI and GPT2: its integration, else its own key, else the platform. */
export const choiceOf = (agentId: string, config: AgentConfig): ProviderChoice =>
  config.integrationId
    ? { kind: "integration", id: config.integrationId }
    : config.hasOpenaiKey
      ? { kind: "agentKey", agentId }
      : { kind: "workersAi" };

export const allowsLocal = (env: ProviderEnv): boolean => env.ALLOW_LOCAL_PROVIDERS === "yes";

export const apiKeyOf = (integrationId: string): Owner => ({
  ownerKind: "integration",
  ownerId: integrationId,
  field: "apikey",
});
export const openaiKeyOf = (agentId: string): Owner => ({
  ownerKind: "agent",
  ownerId: agentId,
  field: "openaiKey",
});

/**
 * A provider that is ready to be asked, or null when there is none: the integration is gone or another enterprise's,
 * it has no key, its address is not allowed (any more), or the platform has no Workers AI.
 */
export async function providerOf(
  env: ProviderEnv,
  scope: Scope,
  choice: ProviderChoice,
  limits: Partial<Limits> = {},
): Promise<Provider | null> {
  switch (choice.kind) {
    case "workersAi":
      return env.AI ? workersAi(env.AI, limits) : null;
    case "agentKey": {
      const apiKey = await readSecret(scope, keyRing(env.DATA_KEY), openaiKeyOf(choice.agentId));
      return apiKey ? openAi({ apiKey, limits }) : null;
    }
    case "integration": {
      const [row] = await scope.db
        .select()
        .from(integrations)
        .where(and(eq(integrations.enterpriseId, scope.enterpriseId), eq(integrations.id, choice.id)))
        .limit(1);
      if (!row) return null;
      const apiKey = await readSecret(scope, keyRing(env.DATA_KEY), apiKeyOf(row.id));
      return apiKey ? providerFor(env, { llm: row.llm, settings: row.settings, apiKey }, limits) : null;
    }
    default:
      return choice satisfies never;
  }
}

/** The provider of what an integration holds, stored or not; null when its address is not allowed. */
export function providerFor(
  env: ProviderEnv,
  {
    llm,
    settings,
    apiKey,
  }: {
    llm: number | null;
    settings: { baseUrl: string; chatModel: string; embeddingModel: string };
    apiKey: string;
  },
  limits: Partial<Limits> = {},
): Provider | null {
  // "GPT" without an address of its own means the models of the platform, where there are some.
  if (llm === llms.gpt && !settings.baseUrl && env.AI) return workersAi(env.AI, limits);
  const baseUrl = settings.baseUrl && allowedBaseUrl(settings.baseUrl, { allowLocal: allowsLocal(env) });
  if (baseUrl === undefined) return null;
  return openAi({ ...settings, baseUrl, apiKey, limits });
}
