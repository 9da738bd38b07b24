import { tenantDatabase, type TenantDatabase } from "#db/client.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";
import { channelsToWake } from "#workers/domain/messaging/to-wake.ts";
import { laneOf, senderOf } from "#workers/domain/messaging/objects.ts";

/** Wakes the lanes and senders of channels that sleep beside work. */
export async function wakeChannels(env: JobsEnv, database: TenantDatabase, now = Date.now()): Promise<void> {
  const { lanes, senders } = await channelsToWake(tenantDatabase(env, database), now);
  const place = (each: Omit<ChannelPlace, "database">): ChannelPlace => ({ database, ...each });
  for (const each of lanes) await laneOf(env, place(each)).wake(place(each));
  for (const each of senders) await senderOf(env, place(each)).wake(place(each));
}
