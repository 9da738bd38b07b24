import { tenantDatabase } from "#db/client.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import { acceptEvents } from "#workers/domain/messaging/accept.ts";
import { eventsOf } from "#workers/domain/messaging/events-of.ts";
import { holding } from "#workers/domain/messaging/held.ts";
import { openChannel } from "#workers/domain/messaging/channel-account.ts";
import { ASIDE, placeOf } from "#workers/domain/messaging/set-aside.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { laneOf } from "#workers/domain/messaging/objects.ts";

/** Bodies of one minute. */
const MOST = 200;

/** Brings in the webhooks' bodies that were set aside while their database was away. Runs every minute. */
export async function bringIn(env: JobsEnv): Promise<void> {
  const { objects } = await env.FILES.list({ prefix: ASIDE, limit: MOST });
  for (const { key } of objects) {
    const place = placeOf(key);
    const object = place && (await env.FILES.get(key));
    if (!place || !object) continue;
    const db = tenantDatabase(env, place.database);
    const channel = await openChannel(db, keyRing(env.DATA_KEY), place.channelId);
    const adapter = channel && adapterOf(channel.vendor);
    // A channel that is gone hears nothing any more.
    if (adapter) {
      const body = new Uint8Array(await object.arrayBuffer());
      const events = await eventsOf(adapter, body, holding(env.FILES, place.enterpriseId));
      await acceptEvents({ db, enterpriseId: place.enterpriseId, now: Date.now }, place.channelId, events);
      await laneOf(env, place).wake(place);
    }
    await env.FILES.delete(key);
  }
}
