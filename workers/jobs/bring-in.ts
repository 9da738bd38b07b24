import { eq, isNotNull } from "drizzle-orm";
import { directory, tenantDatabase } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { acceptEvents } from "#workers/domain/messaging/accept.ts";
import { eventsOf } from "#workers/domain/messaging/events-of.ts";
import { holding } from "#workers/domain/messaging/held.ts";
import { openChannel } from "#workers/domain/messaging/channel-account.ts";
import { isFenced } from "#workers/domain/bare/fenced.ts";
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
    // Wherever its enterprise lies by now.
    const { database, isStill } = (await whereabouts(env, place.enterpriseId)) ?? {
      ...place,
      isStill: false,
    };
    if (isStill) continue;
    const db = tenantDatabase(env, database);
    const channel = await openChannel(db, keyRing(env.DATA_KEY), place.channelId);
    const adapter = channel && adapterOf(channel.vendor);
    // A channel that is gone hears nothing any more.
    if (adapter) {
      const body = new Uint8Array(await object.arrayBuffer());
      const events = await eventsOf(adapter, body, holding(env.FILES, place.enterpriseId));
      try {
        await acceptEvents({ db, enterpriseId: place.enterpriseId, now: Date.now }, place.channelId, events);
      } catch (error) {
        // It is about to move: what it lacks is brought in afterwards, and holds up nobody else's.
        if (isFenced(error)) continue;
        throw error;
      }
      await laneOf(env, place).wake({ ...place, database });
    }
    await env.FILES.delete(key);
  }
}

async function whereabouts(env: JobsEnv, enterpriseId: EnterpriseId) {
  const { id, database, stillSince } = enterprises;
  const [row] = await directory(env)
    .select({ database, isStill: isNotNull(stillSince).mapWith(Boolean) })
    .from(enterprises)
    .where(eq(id, enterpriseId));
  return row;
}
