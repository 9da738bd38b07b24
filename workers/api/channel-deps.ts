import { offeredVendors } from "#workers/contract/vendors.ts";
import type { ChannelDeps } from "#workers/domain/channels/save.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppContext } from "./context.ts";
import { settingOf } from "./setting.ts";

/** The capabilities that a rule needs to create or change a channel. */
export const channelDepsOf = ({ env }: AppContext): ChannelDeps => ({
  ring: keyRing(env.DATA_KEY),
  offered: offeredVendors(settingOf(env, "CHANNEL_VENDORS")),
});
