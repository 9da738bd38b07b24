import { and, eq, ne } from "drizzle-orm";
import { activities, campaigns } from "#db/tenant/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import type {
  campaignFallbackStats as fallbackContract,
  campaignStats as contract,
} from "#workers/contract/endpoints/campaigns.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { countsIn } from "../broadcasts/list.ts";
import type { Ctx } from "../ctx.ts";
import { listedActivityOf, readingActivities } from "./activity.ts";
import { readingCampaigns, theCampaign } from "./campaign.ts";

/** Counts by status of those who got a fallback, of a campaign and of each of its activities that has one. */
export async function campaignFallbackStats(ctx: Ctx, id: string): Promise<ReplyOf<typeof fallbackContract>> {
  const [campaign, theirs] = await readingStats(ctx, id);
  return {
    counts: theCampaign(campaign).byFallback ?? countsIn("{}", 0),
    activities: theirs.flatMap((each) => {
      const { id: activityId, name, state, counts, byFallback } = listedActivityOf(each, ctx.actor.userId);
      return byFallback ? [{ id: activityId, name, state, people: counts.total, counts: byFallback }] : [];
    }),
  };
}

const readingStats = (ctx: Ctx, id: string) =>
  ctx.db.batch([
    readingCampaigns(ctx, eq(campaigns.id, id)),
    readingActivities(ctx, and(eq(activities.campaignId, id), ne(activities.state, campaignStates.deleted))),
  ]);

/** Counts by status of everybody, of a campaign and of each of its activities. */
export async function campaignStats(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract>> {
  const [campaign, theirs] = await readingStats(ctx, id);
  return {
    counts: theCampaign(campaign).counts,
    activities: theirs.map((each) => {
      const { id: activityId, name, state, counts, byFallback } = listedActivityOf(each, ctx.actor.userId);
      return { id: activityId, name, state, counts, byFallback };
    }),
  };
}
