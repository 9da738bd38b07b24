import type { Hono } from "hono";
import { sendingTexts as texts } from "#texts/sending.ts";
import {
  getOfferRules,
  getSending,
  resumeSending,
  saveOfferRules,
  stopSending,
} from "#workers/contract/endpoints/sending.ts";
import { senderOf } from "#workers/domain/messaging/objects.ts";
import { getRules, saveRules } from "#workers/domain/messaging/offer-rules.ts";
import { channelsOf, sendingState, setSending } from "#workers/domain/messaging/stop-sending.ts";
import { DomainError } from "#workers/domain/error.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import type { Session } from "#workers/domain/identity/session.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function sendingRoutes(app: Hono<AppEnv>): void {
  mount(app, getSending, (_, { ctx }) => sendingState(ctx));
  mount(app, stopSending, async ({ body }, { ctx }) => new Reply(await setSending(ctx, body), texts.stopped));
  mount(app, resumeSending, async (_, { c, ctx, session }) => {
    if (session.enterprise.deletesAt !== null) throw new DomainError("sendingEnds");
    const sending = await setSending(ctx, null);
    wakeSenders(c, ctx, session.enterprise);
    return new Reply(sending, texts.resumed);
  });
  mount(app, getOfferRules, (_, { ctx }) => getRules(ctx));
  mount(app, saveOfferRules, async ({ body }, { c, ctx, session }) => {
    const rules = await saveRules(ctx, body);
    wakeSenders(c, ctx, session.enterprise);
    return new Reply(rules, texts.offers.saved);
  });
}

/** Sends at once what waited; the sweeper would see to it otherwise. */
function wakeSenders(
  c: AppContext,
  ctx: Ctx,
  { id: enterpriseId, database }: Pick<Session["enterprise"], "id" | "database">,
): void {
  const wake = async () => {
    const waking = (await channelsOf(ctx)).map((channelId) => {
      const place = { database, enterpriseId, channelId };
      return senderOf(c.env, place).wake(place);
    });
    await Promise.allSettled(waking);
  };
  c.executionCtx.waitUntil(wake());
}
