import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { campaigns } from "#db/tenant/campaigns.ts";
import type { CampaignState } from "#workers/contract/campaign.ts";
import type { Campaign } from "#workers/contract/endpoints/campaigns.ts";
import { countsIn, countsOrNull } from "../broadcasts/list.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { countsOf, doublesOf, fallbackCountsOf, OF_CAMPAIGN, runsOf } from "./figures.ts";

export type CampaignRow = typeof campaigns.$inferSelect;

export const thisCampaign = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, id: string) =>
  and(eq(campaigns.enterpriseId, enterpriseId), eq(campaigns.id, id));

/** A campaign of the enterprise, also one that is deleted; notFound where there is none. */
export async function findCampaign(ctx: Ctx, id: string): Promise<CampaignRow> {
  const [row] = await ctx.db.select().from(campaigns).where(thisCampaign(ctx, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

const activitiesThat = (are: string) =>
  sql.raw(`(SELECT count(*) FROM activities a WHERE a.campaign_id = campaigns.id AND a.state <> 5${are})`);

/** A statement that reads campaigns with their figures, newest first. */
export const readingCampaigns = ({ db, enterpriseId }: Ctx, where: SQL | undefined) =>
  db
    .select({
      row: campaigns,
      total: sql<number>`${activitiesThat("")}`.as("activities_total"),
      pending: sql<number>`${activitiesThat(" AND a.approval = 'pending'")}`.as("activities_pending"),
      running: sql<number>`${activitiesThat(" AND a.state = 2")}`.as("activities_running"),
      counts: sql<string>`${sql.raw(countsOf(runsOf(OF_CAMPAIGN)))}`.as("counts_json"),
      byFallback: sql<string | null>`${sql.raw(fallbackCountsOf(OF_CAMPAIGN))}`.as("fallback_json"),
      doubles: sql<number>`${sql.raw(doublesOf(OF_CAMPAIGN))}`.as("doubles_sum"),
    })
    .from(campaigns)
    .where(and(eq(campaigns.enterpriseId, enterpriseId), where))
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id));

type Read = Awaited<ReturnType<typeof readingCampaigns>>[number];

export const campaignOf = ({
  row,
  total,
  pending,
  running,
  counts,
  byFallback,
  doubles,
}: Read): Campaign => ({
  id: row.id,
  name: row.name,
  description: row.description,
  state: row.state satisfies CampaignState,
  startAt: isoOrNull(row.startAt),
  endAt: isoOrNull(row.endAt),
  user: { name: row.byName },
  createdOn: iso(row.createdAt),
  activities: { total, pending, running },
  counts: countsIn(counts, doubles),
  byFallback: countsOrNull(byFallback),
  revision: row.revision,
});

export async function getCampaign(ctx: Ctx, id: string): Promise<Campaign> {
  return theCampaign(await readingCampaigns(ctx, eq(campaigns.id, id)));
}

/** The one that was read; notFound where there is none. */
export function theCampaign([read]: readonly Read[]): Campaign {
  if (!read) throw new DomainError("notFound");
  return campaignOf(read);
}
