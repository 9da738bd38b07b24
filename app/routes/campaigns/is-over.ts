import { campaignStates } from "#workers/contract/campaign.ts";
import type { Campaign } from "#workers/contract/endpoints/campaigns.ts";

/** Whether nothing can be added to a campaign any more. */
export const isOver = ({ state }: Pick<Campaign, "state">): boolean =>
  state === campaignStates.stopped || state === campaignStates.deleted;
