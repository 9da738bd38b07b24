import type { Provider } from "#workers/providers/provider.ts";
import { agentRow, defaultConfig } from "../agents/agent.ts";
import { type ProviderEnv, writerOfAgent } from "../integrations/provider-of.ts";
import type { Scope } from "../scope.ts";
import { chosenConfig } from "./config.ts";

/** The provider that writes the agent's answers and gives its passages their vectors; null: search by words alone. */
export async function writerOfKnowledge(
  scope: Scope,
  env: ProviderEnv,
  agentId: string,
): Promise<Provider | null> {
  const agent = await agentRow(scope, agentId);
  const config = { ...defaultConfig, ...agent.config };
  return writerOfAgent(scope, env, agentId, { config, genAiConfigId: await chosenConfig(scope, agentId) });
}
