import { campaigns } from "#db/tenant/campaigns.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { nextRevision } from "../revision.ts";
import { type CampaignRow, thisCampaign } from "./campaign.ts";
import { settingCampaignTimer } from "./campaign-timers.ts";

/** Statements that start a campaign now, or have it start at its time; it ends by itself where it has an end. */
export function startingCampaign(ctx: Ctx, campaign: CampaignRow, isLater = false) {
  const { id, endAt, startAt } = campaign;
  if (endAt !== null && endAt <= ctx.now())
    throw new DomainError("invalid", { message: texts.ended, errors: { endAt: texts.ended } });
  const state = isLater ? campaignStates.scheduled : campaignStates.started;
  return [
    ctx.db
      .update(campaigns)
      .set({ state, ...nextRevision(ctx, campaign) })
      .where(thisCampaign(ctx, id)),
    settingCampaignTimer(ctx, "campaignStarts", id, isLater ? startAt : null),
    settingCampaignTimer(ctx, "campaignEnds", id, endAt),
    audited(ctx, {
      action: isLater ? "schedule" : "start",
      kind: "campaign",
      object: campaign,
      before: { state: campaign.state },
      after: { state },
    }),
  ] as const;
}
