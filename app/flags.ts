import type { FeatureFlags } from "#workers/contract/endpoints/profile.ts";

/** Everything off: what holds until the enterprise's configuration has said otherwise. */
export const noFlags: FeatureFlags = {
  trash: false,
  milestone: false,
  billing: false,
  twoFactor: false,
  analytics: false,
  campaignAutomation: false,
  emailCampaign: false,
  smsCampaign: false,
  community: false,
  recordExternalCampaign: false,
};
