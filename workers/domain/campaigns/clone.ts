import { and, eq, sql } from "drizzle-orm";
import { activities, activityDecisions, campaigns } from "#db/tenant/campaigns.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { Activity, cloneActivity as cloneContract } from "#workers/contract/endpoints/activities.ts";
import type {
  Campaign,
  cloneCampaign as cloneCampaignContract,
} from "#workers/contract/endpoints/campaigns.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { activityOf, readingActivity } from "./activity.ts";
import { findActivity } from "./activity-row.ts";
import { findCampaign, readingCampaigns, theCampaign } from "./campaign.ts";
import { recording } from "./record.ts";
import { madeOnce, newCampaign, orTaken } from "./save.ts";
import { goesOn, newActivity, type Saving, shown } from "./save-activity.ts";

/** Makes a draft like an activity, in its campaign or in another that is not over. Its maker is the one who copies. */
export async function cloneActivity(
  ctx: Ctx,
  id: string,
  { name, campaignId, commandId }: InputOf<typeof cloneContract>["body"],
  { seesCustomers }: Pick<Saving, "seesCustomers">,
): Promise<Activity> {
  const { db } = ctx;
  const [{ activity }, other] = await Promise.all([
    findActivity(ctx, id),
    campaignId === "" ? null : findCampaign(ctx, campaignId),
  ]);
  const into = other?.id ?? activity.campaignId;
  const row = newActivity(ctx, into, { ...activity, name, commandId: commandId || null });
  try {
    if (other?.state === campaignStates.deleted) throw new DomainError("notFound");
    const work = db.batch([
      guard(ctx, goesOn(into)),
      db.insert(activities).values(row),
      ...recording(ctx, row, { action: "create", after: { ...shown(row), copyOf: activity.name } }),
      ...readingActivity(ctx, row.id),
    ]);
    const [, , , , ...read] = await mapConflicts(work, { "activities.command_id": "activityTaken" });
    return activityOf(ctx, read, seesCustomers);
  } catch (error) {
    const refusal = guardFailed(error) ? new DomainError("invalid", { message: texts.over }) : error;
    if (!(refusal instanceof DomainError) || row.commandId === null) throw refusal;
    // The same command has made it before, or just now; what has been edited since says nothing of what was asked for.
    const [made] = await db
      .select()
      .from(activities)
      .where(and(eq(activities.enterpriseId, ctx.enterpriseId), eq(activities.commandId, commandId)))
      .limit(1);
    if (!made) throw refusal;
    const isEdited = made.revision !== row.revision;
    if (!isEdited && (made.campaignId !== into || made.name !== name)) throw new DomainError("activityTaken");
    return activityOf(ctx, await db.batch(readingActivity(ctx, made.id)), seesCustomers);
  }
}

/** Makes a campaign like another one, over or not: its activities are drafts there. */
export async function cloneCampaign(
  ctx: Ctx,
  id: string,
  { name, commandId }: InputOf<typeof cloneCampaignContract>["body"],
): Promise<Campaign> {
  const { db, enterpriseId, actor, newId, now } = ctx;
  const [campaign, theirs] = await Promise.all([
    findCampaign(ctx, id),
    db
      .select({ id: activities.id })
      .from(activities)
      .where(
        sql`${activities.enterpriseId} = ${enterpriseId} AND ${activities.campaignId} = ${id} AND ${activities.state} <> 5`,
      )
      .orderBy(activities.createdAt, activities.id),
  ]);
  // Its times were those of the other one.
  const row = newCampaign(ctx, { ...campaign, name, startAt: null, endAt: null, commandId });
  const copies = JSON.stringify(theirs.map((each) => [each.id, newId(), newId()]));
  const at = now();
  const work = () =>
    db.batch([
      db.insert(campaigns).values(row),
      db.insert(activities).select(
        sql`SELECT e.value->>1, a.enterprise_id, ${row.id}, a.name, a.channel_id, a.channel_type, a.template_id, a.request, NULL, a.fallback, a.fallback_channel_type, NULL, a.comparison, NULL, a.plan, '[]',
            ${campaignStates.created}, 'draft', json_array(${actor.userId}), '', 0, 0, ${actor.userId}, ${actor.name}, NULL, NULL, NULL, NULL, NULL, 1, ${actor.name}, ${at}, ${at}
          FROM json_each(${copies}) e CROSS JOIN activities a ON a.id = e.value->>0 AND a.enterprise_id = ${enterpriseId}`,
      ),
      db
        .insert(activityDecisions)
        .select(
          sql`SELECT e.value->>2, ${enterpriseId}, e.value->>1, 'create', ${actor.userId}, ${actor.name}, '', ${at} FROM json_each(${copies}) e`,
        ),
      audited(ctx, {
        action: "create",
        kind: "campaign",
        object: row,
        after: { name, copyOf: campaign.name, activities: theirs.length },
      }),
      readingCampaigns(ctx, eq(campaigns.id, row.id)),
    ]);
  return madeOnce(ctx, row, async () => {
    if (campaign.state === campaignStates.deleted) throw new DomainError("notFound");
    const [, , , , read] = await orTaken(work());
    return theCampaign(read);
  });
}
