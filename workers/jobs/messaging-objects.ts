import type { ChannelPlace, WokenObject } from "#workers/contract/channel-place.ts";

type Objects = Pick<JobsEnv, "LANE" | "SENDER">;

export const laneOf = ({ LANE }: Pick<Objects, "LANE">, { channelId }: ChannelPlace): WokenObject =>
  LANE.get(LANE.idFromName(channelId)) as unknown as WokenObject;

/** The sender of a channel. Its name is what its claims carry. */
export const senderOf = ({ SENDER }: Pick<Objects, "SENDER">, { channelId }: ChannelPlace): WokenObject =>
  SENDER.get(SENDER.idFromName(senderName(channelId))) as unknown as WokenObject;

export const senderName = (channelId: string): string => `${channelId}:0`;
