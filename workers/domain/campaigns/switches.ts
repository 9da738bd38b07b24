import type { Plan } from "#workers/contract/campaign.ts";
import type { FeatureFlags } from "#workers/contract/endpoints/profile.ts";
import { type ChannelSwitches, refuseChannelOff, switchedOff } from "../broadcasts/switched-off.ts";

export type Switches = ChannelSwitches & Pick<FeatureFlags, "campaignAutomation">;

/** Refuses what the enterprise has not switched on, and says which switch it is. */
export function refuseSwitchedOff(
  switches: Switches,
  {
    channelType,
    fallbackChannelType,
    plan,
  }: { channelType?: number; fallbackChannelType?: number | null; plan: Plan },
): void {
  refuseChannelOff(switches, channelType, "request.channelId");
  refuseChannelOff(switches, fallbackChannelType, "fallback.channelId");
  if (plan.repeat && !switches.campaignAutomation) throw switchedOff("plan.repeat", "campaignAutomation");
}
