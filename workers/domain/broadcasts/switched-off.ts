import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { FeatureFlags } from "#workers/contract/endpoints/profile.ts";
import { DomainError } from "../error.ts";

const OF_CHANNEL = { [channelTypes.email]: "emailCampaign", [channelTypes.sms]: "smsCampaign" } as const;
/** Which channels an enterprise may send to many on. */
export type ChannelSwitches = Pick<FeatureFlags, (typeof OF_CHANNEL)[keyof typeof OF_CHANNEL]>;

/** Refuses a channel of a type that the enterprise has not switched on for sending to many, and says which switch it is. */
export function refuseChannelOff(
  switches: ChannelSwitches,
  channelType: number | null | undefined,
  field: string,
): void {
  const name = (OF_CHANNEL as Readonly<Partial<Record<number, keyof ChannelSwitches>>>)[channelType ?? -1];
  if (name && !switches[name]) throw switchedOff(field, name);
}

export function switchedOff(field: string, name: keyof typeof texts.switches): DomainError {
  const message = texts.switches[name];
  return new DomainError("invalid", { message, errors: { [field]: message } });
}
