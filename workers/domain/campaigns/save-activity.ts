import { and, eq, sql } from "drizzle-orm";
import { activities, campaigns } from "#db/tenant/campaigns.ts";
import { timers } from "#db/tenant/timers.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { campaignStates, mayMoveActivity } from "#workers/contract/campaign.ts";
import type {
  Activity,
  ActivityRequest,
  createActivity as createContract,
  updateActivity as updateContract,
} from "#workers/contract/endpoints/activities.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { askedOf } from "../broadcasts/request.ts";
import { masked } from "#workers/contract/mask.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { activityOf, readingActivity } from "./activity.ts";
import { type ActivityRow, findActivity, thisActivity } from "./activity-row.ts";
import { findCampaign } from "./campaign.ts";
import { askedOfComparison } from "./comparison.ts";
import { askedOfFallback } from "./fallback.ts";
import { refuseWrongStart } from "./plan.ts";
import { recording } from "./record.ts";
import { refuseSwitchedOff, type Switches } from "./switches.ts";

type Fields = Pick<
  InputOf<typeof createContract>["body"],
  "name" | "request" | "plan" | "fallback" | "comparison"
>;
/** The enterprise's switches and the saver's permission, as far as they bear on saving. */
export interface Saving {
  switches: Switches;
  seesCustomers: boolean;
}

const FIRST_REVISION = 1;
const { created, stopped, deleted } = campaignStates;
export const isOver = (state: number): boolean => state === stopped || state === deleted;

/** An activity's request as the request of a broadcast. */
export const asBroadcast = (request: ActivityRequest): BroadcastRequest => ({
  ...request,
  name: "",
  resourceId: "",
  resourceType: "",
});

/** The row of a new draft. */
export const newActivity = (
  { enterpriseId, newId, actor, now }: Ctx,
  campaignId: string,
  {
    channelType,
    fallbackChannelType,
    commandId,
    ...fields
  }: Fields & Pick<ActivityRow, "channelType" | "fallbackChannelType" | "commandId">,
): ActivityRow => ({
  id: newId(),
  enterpriseId,
  campaignId,
  ...columnsOf(fields),
  channelType,
  fallbackChannelType,
  ...DRAFT,
  makers: [actor.userId],
  byId: actor.userId,
  byName: actor.name,
  commandId,
  ...nextRevision({ actor, now }, null),
  createdAt: now(),
});

/** An activity's fields as columns of its row. */
const columnsOf = ({ name, request, plan, fallback, comparison }: Fields) => ({
  name,
  channelId: request.channelId,
  templateId: request.message.template.templateUId,
  request,
  plan,
  fallback,
  comparison,
});

/** Columns that a draft leaves empty. */
const DRAFT = {
  template: null,
  fallbackTemplate: null,
  comparisonTemplate: null,
  runs: [],
  state: created,
  approval: "draft",
  reason: "",
  completed: false,
  pausedWithCampaign: false,
  submittedBy: null,
  submittedAt: null,
  decidedBy: null,
  decidedAt: null,
} as const satisfies Partial<ActivityRow>;

/** The condition that a campaign is still to be added to. */
export const goesOn = (campaignId: string) =>
  sql`EXISTS (SELECT 1 FROM ${campaigns} WHERE ${campaigns.id} = ${campaignId} AND ${campaigns.state} < ${stopped})`;

/** Adds a draft to a campaign that is not over. The same command again answers what it made before. */
export async function createActivity(
  ctx: Ctx,
  campaignId: string,
  { commandId, ...fields }: InputOf<typeof createContract>["body"],
  saving: Saving,
): Promise<Activity> {
  const { db, enterpriseId } = ctx;
  const ofCommand = and(eq(activities.enterpriseId, enterpriseId), eq(activities.commandId, commandId));
  try {
    return await makeActivity(ctx, campaignId, { commandId, ...fields }, saving);
  } catch (error) {
    const refusal = guardFailed(error) ? new DomainError("invalid", { message: texts.over }) : error;
    if (!(refusal instanceof DomainError) || commandId === "") throw refusal;
    // The same command has made it before, or just now; what has been edited since says nothing of what was asked for.
    const [made] = await db.select().from(activities).where(ofCommand).limit(1);
    if (!made) throw refusal;
    const asked = ({ request, fallback, comparison }: Omit<Fields, "name" | "plan">) =>
      JSON.stringify([request, fallback, comparison]);
    const isEdited = made.revision !== FIRST_REVISION;
    if (!isEdited && (made.campaignId !== campaignId || asked(made) !== asked(fields)))
      throw new DomainError("activityTaken");
    return activityOf(ctx, await db.batch(readingActivity(ctx, made.id)), saving.seesCustomers);
  }
}

async function makeActivity(
  ctx: Ctx,
  campaignId: string,
  { commandId, ...fields }: InputOf<typeof createContract>["body"],
  saving: Saving,
): Promise<Activity> {
  const { db } = ctx;
  refuseWrongStart(fields.plan, ctx.now());
  const [campaign, { channelType }, second] = await Promise.all([
    findCampaign(ctx, campaignId),
    askedOf(ctx, asBroadcast(fields.request)),
    askedOfFallback(ctx, fields.fallback, fields.request.channelId),
    askedOfComparison(ctx, fields),
  ]);
  if (campaign.state === deleted) throw new DomainError("notFound");
  if (isOver(campaign.state)) throw new DomainError("invalid", { message: texts.over });
  const types = { channelType, fallbackChannelType: second?.channelType ?? null };
  refuseSwitchedOff(saving.switches, { ...types, plan: fields.plan });
  const row = newActivity(ctx, campaignId, { ...fields, ...types, commandId: commandId || null });
  const work = db.batch([
    guard(ctx, goesOn(campaignId)),
    db.insert(activities).values(row),
    ...recording(ctx, row, { action: "create", after: shown(row) }),
    ...readingActivity(ctx, row.id),
  ]);
  const [, , , , ...read] = await mapConflicts(work, { "activities.command_id": "activityTaken" });
  return activityOf(ctx, read, saving.seesCustomers);
}

/** Changes an activity that has not begun. One submitted or approved before is a draft again, and nothing of it runs. */
export async function updateActivity(
  ctx: Ctx,
  id: string,
  { revision, ...fields }: InputOf<typeof updateContract>["body"],
  saving: Saving,
): Promise<Activity> {
  const { db, enterpriseId, actor } = ctx;
  refuseWrongStart(fields.plan, ctx.now());
  const [{ activity: before, campaign }, { channelType }, second] = await Promise.all([
    findActivity(ctx, id),
    askedOf(ctx, asBroadcast(fields.request)),
    askedOfFallback(ctx, fields.fallback, fields.request.channelId),
    askedOfComparison(ctx, fields),
  ]);
  refuseStale(before, revision);
  if (!mayMoveActivity("edit", before.state, before.approval)) throw new DomainError("activityMoved");
  if (isOver(campaign.state)) throw new DomainError("invalid", { message: texts.over });
  const types = { channelType, fallbackChannelType: second?.channelType ?? null };
  refuseSwitchedOff(saving.switches, { ...types, plan: fields.plan });
  const request = saving.seesCustomers ? fields.request : unmasked(fields.request, before.request);
  const makers = before.approval === "approved" ? [] : before.makers;
  const set = {
    ...columnsOf({ ...fields, request }),
    ...types,
    ...DRAFT,
    makers: [...new Set([...makers, actor.userId])],
    ...nextRevision(ctx, before),
  };
  const work = db.batch([
    guardRevision(ctx, activities, id, before.revision),
    db.update(activities).set(set).where(thisActivity(ctx, id)),
    db
      .delete(timers)
      .where(
        and(eq(timers.enterpriseId, enterpriseId), eq(timers.kind, "activityRuns"), eq(timers.subject, id)),
      ),
    ...recording(
      ctx,
      { id, name: fields.name },
      {
        action: "update",
        before: shown(before),
        after: shown({ ...before, ...set }),
      },
    ),
    ...readingActivity(ctx, id),
  ]);
  const [, , , , , ...read] = await unlessStale(work, async () => (await findActivity(ctx, id)).activity);
  return activityOf(ctx, read, saving.seesCustomers);
}

/** An activity as the audit trail shows it: the trail outlives people, so it names nobody. */
export const shown = ({ name, channelId, templateId, plan, request, fallback, comparison }: ActivityRow) => ({
  name,
  channelId,
  templateId,
  plan,
  fallback,
  comparison,
  columnMapping: request.columnMapping,
  numbers: request.phoneNumber.length,
});

/** Numbers that came back as somebody was shown them are those that were there. */
function unmasked(request: ActivityRequest, before: ActivityRequest): ActivityRequest {
  const known = Map.groupBy(before.phoneNumber, masked);
  return {
    ...request,
    phoneNumber: request.phoneNumber.map((each) => known.get(each)?.shift() ?? each),
  };
}
