import { eq } from "drizzle-orm";
import { directory, tenantDatabases } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { linkOrigin } from "#workers/contract/short-links.ts";
import type { MakingDeps } from "#workers/domain/broadcasts/add.ts";
import { readBroadcast } from "#workers/domain/broadcasts/row.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { type LinkPlace, shortLinks } from "#workers/domain/links/shorten.ts";
import { addressHash } from "#workers/domain/messaging/address-hash.ts";
import { senderOf } from "#workers/domain/messaging/objects.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

/** Deps of both jobs that make recipients: of broadcasts, and of their fallbacks. */
export const makingDeps = (env: JobsEnv, ctx: Ctx): MakingDeps => ({
  hashOf: () => addressHash(ctx, keyRing(env.DATA_KEY)),
  linksOf: async (broadcast) => shortLinks(ctx, broadcast, await linkPlaceOf(env, ctx)),
});

/** The enterprise's database and details; undefined once the enterprise is gone. */
async function enterpriseOf(env: JobsEnv, { enterpriseId }: Ctx) {
  const [enterprise] = await directory(env)
    .select({ database: enterprises.database, details: enterprises.details })
    .from(enterprises)
    .where(eq(enterprises.id, enterpriseId));
  return enterprise;
}

async function linkPlaceOf(env: JobsEnv, ctx: Ctx): Promise<LinkPlace> {
  const enterprise = await enterpriseOf(env, ctx);
  const database = tenantDatabases.find((each) => each === enterprise?.database);
  if (!database) throw new Error(`an enterprise's database is not bound here: ${enterprise?.database}`);
  const host = enterprise?.details.linkHost;
  const ours = linkOrigin(env);
  return host ? { database, origin: `https://${host}`, origins: [ours] } : { database, origin: ours };
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
