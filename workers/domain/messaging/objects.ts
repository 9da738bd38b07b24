import type { ChannelPlace, WokenObject } from "#workers/contract/channel-place.ts";

/** The lane of a channel. */
export const laneOf = (
  { LANE }: { LANE: DurableObjectNamespace },
  { channelId }: ChannelPlace,
): WokenObject => LANE.get(LANE.idFromName(channelId)) as unknown as WokenObject;

/** The sender of a channel. Its name is what its claims carry. */
export const senderOf = (
  { SENDER }: { SENDER: DurableObjectNamespace },
  { channelId }: ChannelPlace,
): WokenObject => SENDER.get(SENDER.idFromName(senderName(channelId))) as unknown as WokenObject;

export const senderName = (channelId: string): string => `${channelId}:0`;
