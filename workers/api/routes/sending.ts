import type { Hono } from "hono";
import { sendingTexts as texts } from "#texts/sending.ts";
import { getSending, resumeSending, stopSending } from "#workers/contract/endpoints/sending.ts";
import { senderOf } from "#workers/domain/messaging/objects.ts";
import { channelsOf, sendingState, setSending } from "#workers/domain/messaging/stop-sending.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function sendingRoutes(app: Hono<AppEnv>): void {
  mount(app, getSending, (_, { ctx }) => sendingState(ctx));
  mount(app, stopSending, async ({ body }, { ctx }) => new Reply(await setSending(ctx, body), texts.stopped));
  mount(app, resumeSending, async (_, { c, ctx, session }) => {
    const sending = await setSending(ctx, null);
    const { id: enterpriseId, database } = session.enterprise;
    // What waited goes out at once; the sweeper would see to it otherwise.
    const waking = (await channelsOf(ctx)).map((channelId) => {
      const place = { database, enterpriseId, channelId };
      return senderOf(c.env, place).wake(place);
    });
    c.executionCtx.waitUntil(Promise.allSettled(waking));
    return new Reply(sending, texts.resumed);
  });
}
