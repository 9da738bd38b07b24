import type { Hono } from "hono";
import { adapterOf } from "#workers/channels/registry.ts";
import { channelsTexts as texts } from "#texts/channels.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { getChannel } from "#workers/domain/channels/channel.ts";
import { channelDetails, retryUnused } from "#workers/domain/channels/details.ts";
import { channelVendors, listChannels } from "#workers/domain/channels/list.ts";
import { setPaused } from "#workers/domain/channels/pause.ts";
import { removeChannel } from "#workers/domain/channels/remove.ts";
import { createChannel, updateChannel } from "#workers/domain/channels/save.ts";
import { testChannel, type TestCall } from "#workers/domain/channels/test.ts";
import { laneOf, senderOf } from "#workers/domain/messaging/objects.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { channelDepsOf } from "../channel-deps.ts";
import type { AppEnv } from "../context.ts";
import { may, mount, Reply } from "../mount.ts";
import { webhookAddress } from "../public-url.ts";
import { vendorDeps } from "../vendor-deps.ts";

/** Calls that were made before a pause are waited for as long. */
const REST_MS = 5_000;

/** The adapter's cheapest call. Only vendors that have one can be saved. */
const testCall: TestCall = async ({ vendor, ...channel }, secrets) => {
  const adapter = adapterOf(vendor);
  if (!adapter) return { ok: false, message: texts.testFailed };
  const tested = await adapter.test({ ...channel, secrets }, vendorDeps(channel.settings));
  return tested.ok ? { ok: true, health: tested.health ?? [] } : { ok: false, message: tested.text };
};

export function channelRoutes(app: Hono<AppEnv>): void {
  mount(app, channelsApi.channelVendors, (_, { c }) =>
    Promise.resolve(channelVendors(channelDepsOf(c).offered)),
  );
  mount(app, channelsApi.listChannels, ({ query }, { ctx }) => listChannels(ctx, query));
  mount(
    app,
    channelsApi.createChannel,
    async ({ body }, { c, ctx }) =>
      new Reply(await createChannel(ctx, channelDepsOf(c), body), texts.created),
  );
  mount(app, channelsApi.getChannel, ({ params }, { ctx }) => getChannel(ctx, params.id));
  mount(
    app,
    channelsApi.updateChannel,
    async ({ params, body }, { c, ctx }) =>
      new Reply(await updateChannel(ctx, channelDepsOf(c), params.id, body), texts.saved),
  );
  mount(app, channelsApi.deleteChannel, async ({ params }, { ctx }) => {
    const { name } = await removeChannel(ctx, params.id);
    return new Reply(null, texts.removed(name));
  });
  mount(app, channelsApi.channelDetails, async ({ params }, context) => {
    // Asked first: where the session is not known yet, the call begins again once it is.
    const seesSecrets = may(context, "CHANNELS.CREATE", "CHANNELS.EDIT");
    const webhookUrl = (path: string) => webhookAddress(context.c.env, path);
    return channelDetails(context.ctx, params.id, { seesSecrets, webhookUrl });
  });
  mount(app, channelsApi.retryEvents, async ({ params: { id } }, { c, ctx, session }) => {
    const events = await retryUnused(ctx, id);
    const { id: enterpriseId, database } = session.enterprise;
    const place = { database, enterpriseId, channelId: id };
    if (events > 0) c.executionCtx.waitUntil(laneOf(c.env, place).wake(place));
    return new Reply({ events }, texts.retried(events));
  });
  mount(app, channelsApi.testChannel, ({ params }, { c, ctx }) =>
    testChannel(ctx, { ring: keyRing(c.env.DATA_KEY), testCall }, params.id),
  );
  mount(app, channelsApi.pauseChannel, async ({ params: { id } }, { c, ctx }) => {
    const { channel, atWork } = await setPaused(ctx, id, true);
    const resting = atWork.map((sender) => senderOf(c.env, { channelId: id, sender }).rest());
    await Promise.race([Promise.all(resting), scheduler.wait(REST_MS)]);
    return new Reply(channel, texts.paused);
  });
  mount(app, channelsApi.resumeChannel, async ({ params: { id } }, { c, ctx, session }) => {
    const { channel } = await setPaused(ctx, id, false);
    // Waiting messages go out at once; the sweeper would see to it otherwise.
    const { id: enterpriseId, database } = session.enterprise;
    const place = { database, enterpriseId, channelId: id };
    c.executionCtx.waitUntil(
      senderOf(c.env, place)
        .wake(place)
        .catch(() => {}),
    );
    return new Reply(channel, texts.resumed);
  });
}
