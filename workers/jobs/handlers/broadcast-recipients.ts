import type { MakingDeps } from "#workers/domain/broadcasts/add.ts";
import { readBroadcast } from "#workers/domain/broadcasts/row.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { shortLinks } from "#workers/domain/links/shorten.ts";
import { addressHash } from "#workers/domain/messaging/address-hash.ts";
import { senderOf } from "#workers/domain/messaging/objects.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { enterpriseOf, linksOf } from "../links-of.ts";

/** Deps of both jobs that make recipients: of broadcasts, and of their fallbacks. */
export const makingDeps = (env: JobsEnv, ctx: Ctx): MakingDeps => ({
  hashOf: () => addressHash(ctx, keyRing(env.DATA_KEY)),
  linksOf: async (broadcast) => shortLinks(ctx, broadcast, await linksOf(env, ctx.enterpriseId)),
});

/** The sweeper wakes it, too. */
export async function wakeSender(env: JobsEnv, ctx: Ctx, broadcastId: string): Promise<void> {
  const { enterpriseId } = ctx;
  const [broadcast, enterprise] = await Promise.all([
    readBroadcast(ctx, broadcastId),
    enterpriseOf(env, enterpriseId),
  ]);
  if (!broadcast || !enterprise) return;
  const place = { database: enterprise.database, enterpriseId, channelId: broadcast.channelId };
  await senderOf(env, place)
    .wake(place)
    .catch(() => undefined);
}
