import type { Hono } from "hono";
import { webhooksOutTexts as texts } from "#texts/webhooks-out.ts";
import * as hooksApi from "#workers/contract/endpoints/webhooks-out.ts";
import { DomainError } from "#workers/domain/error.ts";
import { allowsPrivate } from "#workers/domain/integrations/provider-of.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import {
  createHook,
  listHooks,
  removeHook,
  renewSecret,
  updateHook,
} from "#workers/domain/webhooks-out/hooks.ts";
import { listDeliveries, replayDelivery, replayFailed, sendTest } from "#workers/domain/webhooks-out/log.ts";
import { resolveByHttps } from "#workers/outbound/resolve.ts";
import type { AppEnv } from "../context.ts";
import { minuteLimit } from "../minute-limit.ts";
import { type HandlerContext, may, mount, Reply } from "../mount.ts";

const testLimit = minuteLimit({ one: 6, all: 120 });

export function webhookOutRoutes(app: Hono<AppEnv>): void {
  mount(app, hooksApi.listHooks, (_, { ctx }) => listHooks(ctx));
  mount(
    app,
    hooksApi.createHook,
    async ({ body }, context) =>
      new Reply(
        await createHook(context.ctx, keyRing(context.c.env.DATA_KEY), body, byOf(context)),
        texts.made,
      ),
  );
  mount(
    app,
    hooksApi.updateHook,
    async ({ params, body }, context) =>
      new Reply(await updateHook(context.ctx, params.id, body, byOf(context)), texts.saved),
  );
  mount(app, hooksApi.deleteHook, async ({ params }, { ctx }) => {
    await removeHook(ctx, params.id);
    return new Reply(null, texts.deleted);
  });
  mount(app, hooksApi.renewHookSecret, ({ params }, { c, ctx }) =>
    renewSecret(ctx, keyRing(c.env.DATA_KEY), params.id),
  );
  mount(app, hooksApi.testHook, ({ params }, { c, ctx }) => {
    const retryAfterSeconds = testLimit(ctx.enterpriseId);
    if (retryAfterSeconds > 0)
      throw new DomainError("tooOften", { message: texts.testTooOften, retryAfterSeconds });
    const deps = { resolve: resolveByHttps, allowPrivate: allowsPrivate(c.env), now: ctx.now };
    return sendTest(ctx, keyRing(c.env.DATA_KEY), deps, params.id);
  });
  mount(app, hooksApi.listDeliveries, ({ params, query }, context) =>
    listDeliveries(context.ctx, params.id, query, () => readsChats(context)),
  );
  mount(app, hooksApi.replayDelivery, async ({ params }, { ctx }) => {
    await replayDelivery(ctx, params.id, params.deliveryId);
    return new Reply(null, texts.replayed);
  });
  mount(app, hooksApi.replayFailed, async ({ params, body }, { ctx }) => {
    const done = await replayFailed(ctx, params.id, Date.parse(body.since));
    return new Reply(done, texts.replayedMany(done.replayed));
  });
}

const readsChats = (context: HandlerContext): boolean => may(context, "CHAT.VIEW_CHATHISTORY");
const byOf = (context: HandlerContext) => ({
  allowPrivate: allowsPrivate(context.c.env),
  readsChats: readsChats(context),
});
