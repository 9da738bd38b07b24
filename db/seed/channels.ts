import { allChannelTypes, channelTypeName, channelTypes } from "#workers/contract/channel-types.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import type { ApiClient } from "./client.ts";

/** The channels that the banking assistant answers on. */
const ANSWERED: readonly number[] = [channelTypes.whatsApp, channelTypes.web];

/** Adds a channel of each type to the demo, all of them with the simulator; does nothing where they exist. */
export async function seedChannels(
  client: ApiClient,
  agentId: string,
  log: (line: string) => void,
): Promise<void> {
  const { channelConfig: there } = await client.call(channelsApi.listChannels, { query: { perPage: -1 } });
  const missing = allChannelTypes.filter((type) => !there.some((channel) => channel.type === type));
  if (missing.length === 0) return;
  log(`Adding ${missing.length} channels, played by the simulator`);
  for (const type of missing) {
    await client.call(channelsApi.createChannel, {
      body: {
        name: `${channelTypeName(type)} simulator`,
        type,
        vendor: vendorCodes.simulator,
        ...(ANSWERED.includes(type) && { agentId }),
      },
    });
  }
}
