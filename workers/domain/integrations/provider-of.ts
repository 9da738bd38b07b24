import { and, eq } from "drizzle-orm";
import { integrations } from "#db/tenant/integrations.ts";
import type { AgentConfig } from "#workers/contract/endpoints/bots.ts";
import type { Limits } from "#workers/providers/openai/ask.ts";
import { openAi } from "#workers/providers/openai/openai.ts";
import type { Provider } from "#workers/providers/provider.ts";
import type { OnSpent } from "#workers/providers/spent.ts";
import { type AiBinding, workersAi } from "#workers/providers/workers-ai/workers-ai.ts";
import { stoppable } from "../operators/stoppable.ts";
import { keyRing } from "../secrets/key-ring.ts";
import { SecretError, type Owner } from "../secrets/seal.ts";
import { useSecret } from "../secrets/secret.ts";
import type { Ctx } from "../ctx.ts";

/** The bindings of a Worker that providers need. */
export interface ProviderEnv {
  DATA_KEY: string;
  AI?: AiBinding;
  /** Where operators' switches are. */
  DIRECTORY?: D1Database;
  /** Allows a developer's or a test's own server to be called; no deployment sets it. */
  ALLOW_PRIVATE_ADDRESSES?: string;
}

/** Field under which keys are stored. */
export const API_KEY = "apikey";
/** Owner of a configuration's key. */
export const keyOwner = (integrationId: string): Owner => ({
  kind: "integration",
  id: integrationId,
  field: API_KEY,
});

/** Writes down what a model's answer took, by whose configuration or bot: its price is tokens, which are counted here alone. */
const noting =
  ({ enterpriseId }: Pick<Ctx, "enterpriseId">, by: string): OnSpent =>
  (spent) =>
    console.log(JSON.stringify({ level: "info", source: "models", enterpriseId, by, ...spent }));

/** Returns the provider of a configuration; null when it is gone, or its key is missing or cannot be decrypted. */
export async function providerOfIntegration(
  ctx: Ctx,
  env: ProviderEnv,
  integrationId: string,
  limits: Partial<Limits> = {},
): Promise<Provider | null> {
  const { db, enterpriseId } = ctx;
  const [row] = await db
    .select()
    .from(integrations)
    .where(and(eq(integrations.enterpriseId, enterpriseId), eq(integrations.id, integrationId)))
    .limit(1);
  if (!row) return null;
  const apiKey = await keyOf(ctx, env, keyOwner(integrationId));
  return apiKey
    ? stoppable(
        env,
        openAi({
          apiKey,
          ...row.settings,
          allowPrivate: allowsPrivate(env),
          limits,
          onSpent: noting(ctx, integrationId),
        }),
      )
    : null;
}

/** Provider of a bot's model type: its configuration, its own key, or the platform's models; null for none. */
export async function providerOfAgent(
  ctx: Ctx,
  env: ProviderEnv,
  agentId: string,
  { modelType, integrationId, hasOpenaiKey }: AgentConfig,
): Promise<Provider | null> {
  const onSpent = noting(ctx, agentId);
  switch (modelType) {
    case "SVM":
    case "Semantic":
      // English has an encoder of our own; nobody has measured that another language's vectors would beat SVM.
      return null;
    case "OpenAi":
    case "GPT2": {
      const chosen = integrationId ? await providerOfIntegration(ctx, env, integrationId) : null;
      if (chosen) return chosen;
      if (hasOpenaiKey) {
        const owner = { kind: "agent", id: agentId, field: API_KEY } as const;
        const apiKey = await keyOf(ctx, env, owner);
        const own = { baseUrl: "", chatModel: "", embeddingModel: "" };
        if (apiKey)
          return stoppable(env, openAi({ apiKey, ...own, allowPrivate: allowsPrivate(env), onSpent }));
      }
      return modelType === "GPT2" && env.AI ? stoppable(env, workersAi(env.AI, {}, onSpent)) : null;
    }
    default:
      return modelType satisfies never;
  }
}

/**
 * Returns the provider that writes answers from the passages: the configuration chosen for the knowledge base, else
 * that of a bot of a generating type. Null: the best passage is the answer.
 */
export async function writerOfAgent(
  ctx: Ctx,
  env: ProviderEnv,
  agentId: string,
  { config, genAiConfigId }: { config: AgentConfig; genAiConfigId: string | null },
): Promise<Provider | null> {
  const chosen = genAiConfigId ? await providerOfIntegration(ctx, env, genAiConfigId) : null;
  const generates = config.modelType === "OpenAi" || config.modelType === "GPT2";
  return chosen ?? (generates ? providerOfAgent(ctx, env, agentId, config) : null);
}

/** Tells whether addresses of this machine may be called: in a bench or development, never in a deployment. */
export const allowsPrivate = (env: object): boolean =>
  (env as Partial<ProviderEnv>).ALLOW_PRIVATE_ADDRESSES === "yes";

/** A key that cannot be decrypted counts as none: the bot goes on without its provider, and the log says why. */
async function keyOf(ctx: Ctx, env: ProviderEnv, owner: Owner): Promise<string | undefined> {
  try {
    return await useSecret(ctx, keyRing(env.DATA_KEY), owner);
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    const { kind, id } = owner;
    console.log(JSON.stringify({ level: "error", source: "secrets", kind, id, failure: error.message }));
    return undefined;
  }
}
