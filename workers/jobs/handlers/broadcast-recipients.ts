import { eq } from "drizzle-orm";
import { directory } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import type { MakingDeps } from "#workers/domain/broadcasts/add.ts";
import { readBroadcast } from "#workers/domain/broadcasts/row.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { linkPlaceOf } from "#workers/domain/links/place.ts";
import { shortLinks } from "#workers/domain/links/shorten.ts";
import { addressHash } from "#workers/domain/messaging/address-hash.ts";
import { senderOf } from "#workers/domain/messaging/objects.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

/** Deps of both jobs that make recipients: of broadcasts, and of their fallbacks. */
export const makingDeps = (env: JobsEnv, ctx: Ctx): MakingDeps => ({
  hashOf: () => addressHash(ctx, keyRing(env.DATA_KEY)),
  linksOf: async (broadcast) => {
    const enterprise = await enterpriseOf(env, ctx);
    if (!enterprise) throw new Error("an enterprise with a broadcast is gone");
    return shortLinks(ctx, broadcast, linkPlaceOf(env, enterprise));
  },
});

/** The enterprise's database and details; undefined once the enterprise is gone. */
async function enterpriseOf(env: JobsEnv, { enterpriseId }: Ctx) {
  const [enterprise] = await directory(env)
    .select({ database: enterprises.database, details: enterprises.details })
    .from(enterprises)
    .where(eq(enterprises.id, enterpriseId));
  return enterprise;
}

/** The sweeper wakes it, too. */
export async function wakeSender(env: JobsEnv, ctx: Ctx, broadcastId: string): Promise<void> {
  const { enterpriseId } = ctx;
  const [broadcast, enterprise] = await Promise.all([
    readBroadcast(ctx, broadcastId),
    enterpriseOf(env, ctx),
  ]);
  if (!broadcast || !enterprise) return;
  const place = { database: enterprise.database, enterpriseId, channelId: broadcast.channelId };
  await senderOf(env, place)
    .wake(place)
    .catch(() => undefined);
}
