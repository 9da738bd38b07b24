import { and, eq, ne, sql } from "drizzle-orm";
import { activities, campaigns } from "#db/tenant/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import { type Unsendable as UnsendableRun, unsendableRun } from "../broadcasts/unsendable.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import type { CampaignRow } from "./campaign.ts";
import { UNSENDABLE, type Unsendable } from "./unsendable.ts";

export type ActivityRow = typeof activities.$inferSelect;

export const thisActivity = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, id: string) =>
  and(eq(activities.enterpriseId, enterpriseId), eq(activities.id, id));

/** An activity with its campaign, before somebody does something with it. */
export interface Found {
  activity: ActivityRow;
  campaign: CampaignRow;
  /** The number of its latest run; 0 before the first. */
  made: number;
  unsendable: Unsendable | null;
  /** Why a run of it that waits can't be sent. */
  unsendableRun: UnsendableRun | null;
}

const FOUND = {
  activity: activities,
  campaign: campaigns,
  made: sql<number>`(SELECT coalesce(max(b.run), 0) FROM broadcasts b WHERE b.activity_id = activities.id)`,
  unsendable: sql<Unsendable | null>`${sql.raw(UNSENDABLE)}`,
  unsendableRun: sql<UnsendableRun | null>`${sql.raw(unsendableRun("activities.id"))}`,
};

/** An activity that is not deleted; notFound where there is none. */
export async function findActivity(ctx: Ctx, id: string): Promise<Found> {
  const [found] = await ctx.db
    .select(FOUND)
    .from(activities)
    .innerJoin(campaigns, eq(campaigns.id, activities.campaignId))
    .where(thisActivity(ctx, id))
    .limit(1);
  if (!found || found.activity.state === campaignStates.deleted) throw new DomainError("notFound");
  return found;
}

/** The activity whose run a broadcast is, and whether a fallback follows that; undefined for others and a deleted one. */
export async function findActivityOfRun(
  ctx: Ctx,
  broadcastId: string,
): Promise<(Found & { hasFallback: boolean }) | undefined> {
  const [found] = await ctx.db
    .select({
      ...FOUND,
      hasFallback: sql<number>`EXISTS (SELECT 1 FROM broadcasts f WHERE f.fallback_of = ${broadcastId})`,
    })
    .from(activities)
    .innerJoin(campaigns, eq(campaigns.id, activities.campaignId))
    .where(
      and(
        eq(activities.enterpriseId, ctx.enterpriseId),
        sql`activities.id = (SELECT b.activity_id FROM broadcasts b WHERE b.id = ${broadcastId})`,
        ne(activities.state, campaignStates.deleted),
      ),
    )
    .limit(1);
  return found && { ...found, hasFallback: found.hasFallback === 1 };
}
