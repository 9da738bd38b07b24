import { and, eq, gte, lt, ne, sql } from "drizzle-orm";
import { campaigns } from "#db/tenant/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import type { listCampaigns as contract } from "#workers/contract/endpoints/campaigns.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { timeIn } from "../broadcasts/list.ts";
import type { Ctx } from "../ctx.ts";
import { counting, page } from "../page.ts";
import { campaignOf, readingCampaigns } from "./campaign.ts";

/** Campaigns that were made between two times, newest first; only those whose name has the words. */
export async function listCampaigns(
  ctx: Ctx,
  { name, state, fromDate, toDate, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const since = timeIn("fromDate", fromDate);
  const until = timeIn("toDate", toDate);
  const key = nameKey(name);
  const which = and(
    state === "" ? ne(campaigns.state, campaignStates.deleted) : sql`${campaigns.state} = ${state}`,
    since === undefined ? undefined : gte(campaigns.createdAt, since),
    until === undefined ? undefined : lt(campaigns.createdAt, until),
    key === "" ? undefined : sql`instr(${campaigns.nameKey}, ${key}) > 0`,
  );
  const [found, [counted]] = await ctx.db.batch([
    readingCampaigns(ctx, which).limit(limit).offset(offset),
    counting(ctx, campaigns, and(eq(campaigns.enterpriseId, ctx.enterpriseId), which)),
  ]);
  const { rows, more } = cut(found);
  return { campaigns: rows.map(campaignOf), more, total: counted?.total ?? 0 };
}
