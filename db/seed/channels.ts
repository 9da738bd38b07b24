import {
  type ChannelType,
  allChannelTypes,
  channelTypeName,
  channelTypes,
} from "#workers/contract/channel-types.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import type { ApiClient } from "./client.ts";

/** The channels that the banking assistant answers on. */
const ANSWERED: readonly number[] = [channelTypes.whatsApp, channelTypes.web];

/** The widget that /widget-demo embeds, and of every other type a channel played by the simulator. */
const vendorFor = (type: ChannelType): number =>
  type === channelTypes.web ? vendorCodes.web : vendorCodes.simulator;

/** Adds a channel of each type to the demo; does nothing where they exist. */
export async function seedChannels(
  client: ApiClient,
  agentId: string,
  log: (line: string) => void,
): Promise<void> {
  const { channelConfig: there } = await client.call(channelsApi.listChannels, { query: { perPage: -1 } });
  const missing = allChannelTypes.filter(
    (type) => !there.some((channel) => channel.type === type && channel.vendor === vendorFor(type)),
  );
  if (missing.length === 0) return;
  log(`Adding ${missing.length} channels: the web widget, and others played by the simulator`);
  for (const type of missing) {
    const vendor = vendorFor(type);
    await client.call(channelsApi.createChannel, {
      body: {
        name: vendor === vendorCodes.web ? "Web widget" : `${channelTypeName(type)} simulator`,
        type,
        vendor,
        ...(ANSWERED.includes(type) && { agentId }),
      },
    });
  }
}
