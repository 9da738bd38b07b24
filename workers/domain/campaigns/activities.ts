import { and, eq, gte, lt, ne, sql } from "drizzle-orm";
import { activities } from "#db/tenant/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import type { listActivities as contract } from "#workers/contract/endpoints/activities.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { timeIn } from "../broadcasts/list.ts";
import type { Ctx } from "../ctx.ts";
import { counting, page } from "../page.ts";
import { listedActivityOf, readingActivities } from "./activity.ts";

/** Activities of one campaign or of all, newest first. A reader of rejected ones alone gets nothing else. */
export async function listActivities(
  ctx: Ctx,
  { campaignId, name, state, approval, fromDate, toDate, ...paging }: InputOf<typeof contract>["query"],
  seesAll: boolean,
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const since = timeIn("fromDate", fromDate);
  const until = timeIn("toDate", toDate);
  const words = name.toLowerCase();
  const which = and(
    campaignId === "" ? undefined : eq(activities.campaignId, campaignId),
    state === "" ? ne(activities.state, campaignStates.deleted) : sql`${activities.state} = ${state}`,
    approval === "" ? undefined : eq(activities.approval, approval),
    seesAll ? undefined : eq(activities.approval, "rejected"),
    since === undefined ? undefined : gte(activities.createdAt, since),
    until === undefined ? undefined : lt(activities.createdAt, until),
    words === "" ? undefined : sql`instr(lower(${activities.name}), ${words}) > 0`,
  );
  const [found, [counted]] = await ctx.db.batch([
    readingActivities(ctx, which).limit(limit).offset(offset),
    counting(ctx, activities, and(eq(activities.enterpriseId, ctx.enterpriseId), which)),
  ]);
  const { rows, more } = cut(found);
  return {
    activities: rows.map((each) => listedActivityOf(each, ctx.actor.userId)),
    more,
    total: counted?.total ?? 0,
  };
}
