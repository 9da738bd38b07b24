import type { Hono } from "hono";
import { pushTexts as texts } from "#texts/push.ts";
import * as pushApi from "#workers/contract/endpoints/push.ts";
import { DomainError } from "#workers/domain/error.ts";
import { allowsPrivate } from "#workers/domain/integrations/provider-of.ts";
import { pushKeyOf } from "#workers/domain/push/key.ts";
import {
  keepSubscription,
  listSubscriptions,
  removeSubscription,
  saveSubscription,
} from "#workers/domain/push/subscriptions.ts";
import { sendTest } from "#workers/domain/push/test.ts";
import { resolveByHttps } from "#workers/outbound/resolve.ts";
import type { Vapid } from "#workers/outbound/web-push.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { minuteLimit } from "../minute-limit.ts";
import { mount, Reply } from "../mount.ts";

const testLimit = minuteLimit({ one: 3, all: 60 });

export function pushRoutes(app: Hono<AppEnv>): void {
  mount(app, pushApi.listPush, async (_, { c, ctx }) => ({
    publicKey: pushKeyOf(c.env)?.publicKey ?? "",
    subscriptions: await listSubscriptions(ctx),
  }));

  mount(app, pushApi.savePush, async ({ body }, { c, ctx, session }) => {
    keyOf(c);
    const saved = await saveSubscription(ctx, body, {
      sessionId: session.id,
      userAgent: c.req.header("user-agent") ?? "",
      allowPrivate: allowsPrivate(c.env),
    });
    return new Reply(saved, texts.saved);
  });

  mount(app, pushApi.keepPush, async ({ params }, { ctx, session }) => {
    await keepSubscription(ctx, params.id, session.id);
    return null;
  });

  mount(app, pushApi.deletePush, async ({ params }, { ctx }) => {
    await removeSubscription(ctx, params.id);
    return new Reply(null, texts.deleted);
  });

  mount(app, pushApi.testPush, async ({ params }, { c, ctx }) => {
    const vapid = keyOf(c);
    const retryAfterSeconds = testLimit(ctx.actor.userId);
    if (retryAfterSeconds > 0)
      throw new DomainError("tooOften", { message: texts.tooOften, retryAfterSeconds });
    const deps = { vapid, resolve: resolveByHttps, allowPrivate: allowsPrivate(c.env), now: ctx.now };
    await sendTest(ctx, deps, params.id);
    return new Reply(null, texts.sent);
  });
}

function keyOf(c: AppContext): Vapid {
  const vapid = pushKeyOf(c.env);
  if (!vapid) throw new DomainError("pushNotOffered");
  return vapid;
}
