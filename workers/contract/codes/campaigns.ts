import { campaignsTexts as texts } from "#texts/campaigns.ts";
import type { Refusals } from "../refusal.ts";

export const campaignsCodes = {
  campaignTaken: { status: 409, sentence: texts.nameTaken },
  campaignOther: { status: 409, sentence: texts.otherRequest },
  campaignMoved: { status: 409, sentence: texts.movedOn },
  activityMoved: { status: 409, sentence: texts.activityMovedOn },
  activityTaken: { status: 409, sentence: texts.otherRequest },
  activityOwn: { status: 403, sentence: texts.ownWork },
} as const satisfies Refusals;
