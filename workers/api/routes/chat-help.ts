import type { Hono } from "hono";
import * as api from "#workers/contract/endpoints/chat-summary.ts";
import { suggestionsOf } from "#workers/domain/chats/suggestions.ts";
import { summarise, takeOverOf } from "#workers/domain/chats/take-over.ts";
import { summaryLimit, takeAttempt } from "#workers/domain/identity/rate-limit.ts";
import { type ProviderEnv, writerOfAgent } from "#workers/domain/integrations/provider-of.ts";
import { cachedModel } from "#workers/domain/training/model-cache.ts";
import type { AppEnv } from "../context.ts";
import { type HandlerContext, may, mount } from "../mount.ts";
import { featuresIn } from "../features.ts";

const readerOf = (context: HandlerContext) => ({ mayUnmask: () => may(context, "CUSTOMER.VIEW") });

/** Help for who answers: what was before, and what could be answered. */
export function chatHelpRoutes(app: Hono<AppEnv>): void {
  mount(app, api.chatTakeOver, ({ params }, context) =>
    takeOverOf(context.ctx, params.id, readerOf(context)),
  );
  mount(app, api.summariseChat, async ({ params }, context) => {
    const { c, ctx, directoryCtx } = context;
    await takeAttempt(directoryCtx.db, [summaryLimit(ctx.actor.userId)], ctx.now(), "tooOften");
    return summarise(ctx, params.id, {
      ...readerOf(context),
      providerOf: ({ id, ...bot }) => writerOfAgent(ctx, c.env as ProviderEnv, id, bot),
    });
  });
  mount(app, api.chatSuggestions, ({ params, query }, { c, ctx, session }) => {
    const { artifacts } = featuresIn({ c, session });
    return suggestionsOf(ctx, params.id, query.messageId, {
      loadModel: (version) => cachedModel(c.env.FILES, version),
      hasLibrary: artifacts,
    });
  });
}
