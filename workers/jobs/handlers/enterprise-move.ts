import { directory, tenantDatabase, type TenantDatabase } from "#db/client.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { keptAddressHash } from "#workers/domain/messaging/address-hash.ts";
import { openChannel } from "#workers/domain/messaging/channel-account.ts";
import { eventsOf } from "#workers/domain/messaging/events-of.ts";
import { holding } from "#workers/domain/messaging/held.ts";
import { clockOf, laneOf, senderOf } from "#workers/domain/messaging/objects.ts";
import type { MoveDeps, MovedObjects } from "#workers/domain/moving/deps.ts";
import { enterpriseMovePages } from "#workers/domain/moving/move.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { MOST_SENDERS } from "../sender-run.ts";
import { sweeper } from "../sweep.ts";

const objectsOf = (env: JobsEnv, enterpriseId: EnterpriseId): MovedObjects => ({
  forgetHub: () => hubOf(env, enterpriseId).forgetAll(),
  async moveChannel(channelId, database) {
    await laneOf(env, { channelId }).moveTo(database);
    for (let sender = 0; sender < MOST_SENDERS; sender++)
      await senderOf(env, { channelId, sender }).moveTo(database);
  },
  async wake(database, channelIds) {
    for (const channelId of channelIds) {
      const place = { database, enterpriseId, channelId };
      await laneOf(env, place).wake(place);
      await senderOf(env, place).wake(place);
    }
    await clockOf(env, database).arm(database, Date.now());
    await sweeper(env).arm();
  },
});

async function bodyEvents(env: JobsEnv, database: TenantDatabase, channelId: string, body: Uint8Array) {
  const channel = await openChannel(tenantDatabase(env, database), keyRing(env.DATA_KEY), channelId);
  const adapter = channel && adapterOf(channel.vendor);
  return adapter && eventsOf(adapter, body, holding(env.FILES, channel.enterpriseId));
}

const depsOf = (env: JobsEnv): MoveDeps => ({
  directory: directory(env),
  tenant: (name) => tenantDatabase(env, name),
  files: env.FILES,
  eventsOf: (database, channelId, body) => bodyEvents(env, database, channelId, body),
  hashing: (ctx) => keptAddressHash(ctx, keyRing(env.DATA_KEY)),
  objects: (enterpriseId) => objectsOf(env, enterpriseId),
});

/** Moves an enterprise into another tenant database. */
export const enterpriseMove = (env: JobsEnv): JobHandler<"enterprise.move"> => ({
  pages: (ctx, held, payload) => enterpriseMovePages(ctx, held, payload, depsOf(env)),
  async gaveUp(_, { moveId }, message) {
    console.log(JSON.stringify({ level: "error", source: "moves", moveId, failure: message }));
  },
  failure: "begun too often",
});
