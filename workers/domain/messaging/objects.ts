import type { ChannelPlace, ClockObject, LaneObject, SenderObject } from "#workers/contract/channel-place.ts";

/** The lane of a channel. */
export const laneOf = (
  { LANE }: { LANE: DurableObjectNamespace },
  { channelId }: Pick<ChannelPlace, "channelId">,
): LaneObject => LANE.get(LANE.idFromName(channelId)) as unknown as LaneObject;

/** The clock of a tenant database. */
export const clockOf = ({ CLOCK }: { CLOCK: DurableObjectNamespace }, database: string): ClockObject =>
  CLOCK.get(CLOCK.idFromName(database)) as unknown as ClockObject;

/** A sender of a channel. Its name is what its claims carry. */
export const senderOf = (
  { SENDER }: { SENDER: DurableObjectNamespace },
  { channelId, sender }: Pick<ChannelPlace, "channelId" | "sender">,
): SenderObject => SENDER.get(SENDER.idFromName(senderName(channelId, sender))) as unknown as SenderObject;

export const senderName = (channelId: string, sender = 0): string => `${channelId}:${sender}`;

/** The channel and the number of a sender, from its name. */
export function senderNamed(name: string): { channelId: string; sender: number } {
  const [channelId = "", sender] = name.split(":");
  return { channelId, sender: Number(sender) };
}
