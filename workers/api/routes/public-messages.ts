import type { Hono } from "hono";
import * as publicApi from "#workers/contract/endpoints/public-messages.ts";
import { keptAddressHash } from "#workers/domain/messaging/address-hash.ts";
import { isOnItsWay } from "#workers/domain/moving/intake.ts";
import { keepMessages, messagesNamed } from "#workers/domain/moving/keep-messages.ts";
import { senderOf } from "#workers/domain/messaging/objects.ts";
import { sentMessage } from "#workers/domain/public-sending/sent.ts";
import { takeMessages } from "#workers/domain/public-sending/take.ts";
import { linkPlaceOf } from "#workers/domain/links/place.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";

export function publicMessageRoutes(app: Hono<AppEnv>): void {
  mount(app, publicApi.sendMessages, async ({ body }, { c, ctx, session }) => {
    const { id: enterpriseId, database, details } = session.enterprise;
    const { FILES: files } = c.env;
    const links = linkPlaceOf(c.env, { database, details });
    const { messages, channelIds } = await takeMessages(ctx, body.messages, {
      hashing: keptAddressHash(ctx, keyRing(c.env.DATA_KEY)),
      keep: (fresh) => keepMessages(files, ctx, links, fresh),
      ...(isOnItsWay(session.enterprise, ctx.now()) && {
        name: (fresh) => messagesNamed(files, enterpriseId, fresh),
      }),
      links,
    });
    // The sweeper would see to it otherwise.
    const waking = channelIds.map((channelId) => {
      const place = { database, enterpriseId, channelId };
      return senderOf(c.env, place)
        .wake(place)
        .catch(() => undefined);
    });
    c.executionCtx.waitUntil(Promise.all(waking));
    return { messages };
  });
  mount(app, publicApi.getSentMessage, ({ params }, { ctx }) => sentMessage(ctx, params));
  mount(app, publicApi.findSentMessage, ({ query }, { ctx }) => sentMessage(ctx, query));
}
