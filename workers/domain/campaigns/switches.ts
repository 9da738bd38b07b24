import { campaignsTexts as texts } from "#texts/campaigns.ts";
import type { Plan } from "#workers/contract/campaign.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { FeatureFlags } from "#workers/contract/endpoints/profile.ts";
import { DomainError } from "../error.ts";

export type Switches = Pick<FeatureFlags, "emailCampaign" | "smsCampaign" | "campaignAutomation">;

const OF_CHANNEL: Readonly<Partial<Record<number, keyof Switches>>> = {
  [channelTypes.email]: "emailCampaign",
  [channelTypes.sms]: "smsCampaign",
};

/** Refuses what the enterprise has not switched on, and says which switch it is. */
export function refuseSwitchedOff(
  switches: Switches,
  {
    channelType,
    fallbackChannelType,
    plan,
  }: { channelType?: number; fallbackChannelType?: number | null; plan: Plan },
): void {
  const ofChannel = OF_CHANNEL[channelType ?? -1];
  if (ofChannel && !switches[ofChannel]) throw off("request.channelId", ofChannel);
  const second = OF_CHANNEL[fallbackChannelType ?? -1];
  if (second && !switches[second]) throw off("fallback.channelId", second);
  if (plan.repeat && !switches.campaignAutomation) throw off("plan.repeat", "campaignAutomation");
}

function off(field: string, name: keyof Switches): DomainError {
  const message = texts.switches[name];
  return new DomainError("invalid", { message, errors: { [field]: message } });
}
