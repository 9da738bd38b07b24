import type { Provider } from "#workers/providers/provider.ts";
import { agentRow, defaultConfig } from "../bots/agent.ts";
import { type ProviderEnv, writerOfAgent } from "../integrations/provider-of.ts";
import type { Ctx } from "../ctx.ts";
import { chosenConfig } from "./config.ts";

/** The provider that writes the bot's answers and gives its passages their vectors; null: search by words alone. */
export async function writerOfKnowledge(
  ctx: Ctx,
  env: ProviderEnv,
  agentId: string,
): Promise<Provider | null> {
  const agent = await agentRow(ctx, agentId);
  const config = { ...defaultConfig, ...agent.config };
  return writerOfAgent(ctx, env, agentId, { config, genAiConfigId: await chosenConfig(ctx, agentId) });
}
