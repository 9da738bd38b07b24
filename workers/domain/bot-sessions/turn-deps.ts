import type { Ctx } from "../ctx.ts";
import { type ProviderEnv, providerOfAgent, writerOfAgent } from "../integrations/provider-of.ts";
import { answerFromKnowledge } from "../knowledge/answer.ts";
import type { ModelFiles } from "../training/files.ts";
import { cachedModel } from "../training/model-cache.ts";
import { hurried } from "#workers/providers/hurried.ts";
import type { TurnDeps } from "./turn.ts";

/** Share of the time for an answer that the passages themselves need. */
const PASSAGE_MS = 1_500;

/** A bot's turn as it is taken everywhere: its model from this isolate's memory, its provider, its knowledge. */
export const turnDepsOf = (
  ctx: Ctx,
  env: ProviderEnv & { FILES: ModelFiles },
  agentId: string,
  emotionOf: (text: string) => string,
): TurnDeps & Required<Pick<TurnDeps, "answerFromKnowledge">> => ({
  emotionOf,
  loadModel: (version) => cachedModel(env.FILES, version),
  providerFor: (config) => providerOfAgent(ctx, env, agentId, config),
  answerFromKnowledge: async (question, agent, milliseconds) => {
    const provider = await writerOfAgent(ctx, env, agentId, agent);
    // When it is slow, there must be time left for the best passage to answer.
    const writer = provider && hurried(provider, milliseconds - PASSAGE_MS);
    return answerFromKnowledge(ctx, agentId, question, writer);
  },
});
