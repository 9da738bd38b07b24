import type { Hono } from "hono";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import { takeTurn } from "#workers/domain/bot-sessions/turn.ts";
import {
  type ProviderEnv,
  providerOfAgent,
  writerOfAgent,
} from "#workers/domain/integrations/provider-of.ts";
import { answerFromKnowledge } from "#workers/domain/knowledge/answer.ts";
import { TRY_IT } from "#workers/domain/review/unmatched.ts";
import { cachedModel } from "#workers/domain/training/model-cache.ts";
import { hurried } from "#workers/providers/hurried.ts";
import type { AppEnv } from "../context.ts";
import { emotionIn } from "../emotions.ts";
import { mount } from "../mount.ts";

/** Share of the time for an answer that the passages themselves need. */
const PASSAGE_MS = 1_500;

export function botSessionRoutes(app: Hono<AppEnv>): void {
  mount(app, botSessionsApi.predictIntent, ({ body }, { c, ctx, session }) =>
    takeTurn(
      ctx,
      {
        agentId: body.agentId,
        sessionId: body.sessionId,
        text: body.message.text,
        channel: TRY_IT,
        senderId: body.metadata?.senderId ?? session.user.id,
        timeZone: body.metadata?.timeZone ?? undefined,
        details: true,
      },
      {
        emotionOf: emotionIn,
        loadModel: (version) => cachedModel(c.env.FILES, version),
        providerFor: (config) => providerOfAgent(ctx, c.env as ProviderEnv, body.agentId, config),
        answerFromKnowledge: async (question, agent, milliseconds) => {
          const provider = await writerOfAgent(ctx, c.env as ProviderEnv, body.agentId, agent);
          // When it is slow, there must be time left for the best passage to answer.
          const writer = provider && hurried(provider, milliseconds - PASSAGE_MS);
          return answerFromKnowledge(ctx, body.agentId, question, writer);
        },
      },
    ),
  );
}
