import { and, eq } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { channelTypeName, type ChannelType } from "#workers/contract/channel-types.ts";
import type { listSimulators as listContract } from "#workers/contract/endpoints/simulator.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { readingChannels, thisChannel } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";

const isSimulator = eq(channels.vendor, vendorCodes.simulator);
/** More than anybody chooses from. */
const MOST_CHANNELS = 500;

export async function listSimulators(ctx: Ctx): Promise<ReplyOf<typeof listContract>> {
  const found = await readingChannels(ctx, isSimulator).limit(MOST_CHANNELS);
  return {
    channels: found.map(({ channel: { id, name, type }, agent }) => ({
      id,
      name,
      type,
      typeName: channelTypeName(type as ChannelType),
      agent: agent ?? "",
    })),
  };
}

/** The type of a channel. Refuses one of another enterprise or of a real vendor: nobody plays its customers. */
export async function requireSimulator(ctx: Ctx, id: string): Promise<ChannelType> {
  const [found] = await ctx.db
    .select({ type: channels.type })
    .from(channels)
    .where(and(thisChannel(ctx, id), isSimulator))
    .limit(1);
  if (!found) throw new DomainError("notFound");
  return found.type as ChannelType;
}
