import { sql } from "drizzle-orm";
import type { Template } from "#workers/contract/templates/template.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import {
  type ActivityMove,
  activityMoves,
  type Approval,
  type CampaignState,
  mayMoveActivity,
} from "#workers/contract/campaign.ts";
import { askedIn, columnsIn, readingAsked, refuseUnsendable } from "../broadcasts/request.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { refuseStale } from "../revision.ts";
import { type Found, findActivity } from "./activity-row.ts";
import { type Change, changing } from "./change.ts";
import { refusePastStart, runsOf } from "./plan.ts";
import { refuseComparison } from "./comparison.ts";
import { refuseFallback } from "./fallback.ts";
import { templateJson } from "./frozen.ts";
import { COMPARED_TEMPLATE, FALLBACK_TEMPLATE } from "./unsendable.ts";
import { byIds, stoppingTimers } from "./running.ts";
import { asBroadcast, isOver } from "./save-activity.ts";
import { refuseSwitchedOff, type Switches } from "./switches.ts";

export interface Decided {
  id: string;
  state: CampaignState;
  approval: Approval;
}

/** Refuses a move that the table does not have from where the activity is. */
export function refuseMove(
  move: ActivityMove,
  { activity: { state, approval } }: Pick<Found, "activity">,
): void {
  if (!mayMoveActivity(move, state, approval)) throw new DomainError("activityMoved");
}

type Asking = readonly [first: D1Result[], fallback: D1Result[], compared: D1Result[]];

/** Reads what an activity, its fallback and its message B ask for, by its own row. */
async function askedBy(ctx: Ctx, id: string): Promise<Asking> {
  const own = (what: string) => `(SELECT ${what} FROM activities a WHERE a.enterprise_id = ?1 AND a.id = ?2)`;
  const files = (
    column: string,
  ) => `SELECT j.value AS id FROM activities a CROSS JOIN json_tree(a.${column}, '$.message') j
    WHERE a.enterprise_id = ?1 AND a.id = ?2 AND j.key = 'fileId'`;
  const first = readingAsked(ctx, {
    template: [own("a.template_id"), id],
    dataFile: [own("a.request ->> '$.audience.file.path'"), id],
    files: [files("request"), id],
  });
  const second = readingAsked(ctx, {
    template: [own("a.fallback ->> '$.message.template.templateUId'"), id],
    // Its recipients are those of the run, in no file of its own.
    dataFile: ["nullif(?2, ?2)", id],
    files: [files("fallback"), id],
  });
  const third = readingAsked(ctx, {
    template: [own("a.comparison ->> '$.message.template.templateUId'"), id],
    dataFile: [own("a.request ->> '$.audience.file.path'"), id],
    files: [files("comparison"), id],
  });
  const results = await ctx.db.$client.batch([...first, ...second, ...third]);
  const [begins, ends] = [first.length, first.length + second.length];
  return [results.slice(0, begins), results.slice(begins, ends), results.slice(ends)];
}

const FROZEN = sql<Template>`${sql.raw(templateJson("activities.template_id"))}`;
const FROZEN_FALLBACK = sql<Template | null>`${sql.raw(templateJson(FALLBACK_TEMPLATE))}`;
const FROZEN_COMPARED = sql<Template | null>`${sql.raw(templateJson(COMPARED_TEMPLATE))}`;

/** Refuses what can't be sent as it is, the fallback and message B included. */
function refuseWrong({ activity }: Found, [first, second, third]: Asking): void {
  const request = asBroadcast(activity.request);
  const asked = askedIn(first, request);
  refuseUnsendable(request, asked);
  if (activity.fallback)
    refuseFallback(activity.fallback, activity.channelId, second, columnsIn(request, asked));
  refuseComparison(activity, third);
}

/** Asks for an approval of what can be sent as it is. */
export async function submitActivity(ctx: Ctx, id: string, switches: Switches): Promise<Decided> {
  const [found, read] = await Promise.all([findActivity(ctx, id), askedBy(ctx, id)]);
  const { activity, campaign } = found;
  refuseMove("submit", found);
  if (isOver(campaign.state)) throw new DomainError("invalid", { message: texts.over });
  refuseWrong(found, read);
  refuseSwitchedOff(switches, activity);
  refusePastStart(activity.plan, ctx.now());
  return decided(ctx, found, "submit", {
    submittedBy: ctx.actor.name,
    submittedAt: ctx.now(),
    decidedBy: null,
    decidedAt: null,
    reason: "",
  });
}

/** Takes a question for approval back. */
export async function withdrawActivity(ctx: Ctx, id: string): Promise<Decided> {
  const found = await findActivity(ctx, id);
  refuseMove("withdraw", found);
  return decided(ctx, found, "withdraw", { submittedBy: null, submittedAt: null });
}

/**
 * Approves what the checker has seen: its template and its times are frozen, whatever becomes of them. One of its makers
 * is refused whatever their permissions, and the try is written down.
 */
export async function approveActivity(ctx: Ctx, id: string, revision: number): Promise<Decided> {
  const [found, read] = await Promise.all([findActivity(ctx, id), askedBy(ctx, id)]);
  const { activity, campaign } = found;
  if (activity.makers.includes(ctx.actor.userId)) {
    await changing(ctx, found, { step: { action: "ownWork" } });
    throw new DomainError("activityOwn");
  }
  refuseStale(activity, revision);
  refuseMove("approve", found);
  if (isOver(campaign.state)) throw new DomainError("invalid", { message: texts.over });
  refuseWrong(found, read);
  return decided(ctx, found, "approve", {
    template: FROZEN,
    fallbackTemplate: FROZEN_FALLBACK,
    comparisonTemplate: FROZEN_COMPARED,
    runs: activity.plan.startAt === null ? [] : runsOf(activity.plan, ctx.now()),
    decidedBy: ctx.actor.name,
    decidedAt: ctx.now(),
    reason: "",
  });
}

/** Rejects what the checker has seen, also what was approved and has not begun. */
export async function rejectActivity(
  ctx: Ctx,
  id: string,
  { revision, reason }: { revision: number; reason: string },
): Promise<Decided> {
  const found = await findActivity(ctx, id);
  refuseStale(found.activity, revision);
  refuseMove("reject", found);
  return decided(
    ctx,
    found,
    "reject",
    {
      template: null,
      fallbackTemplate: null,
      comparisonTemplate: null,
      runs: [],
      decidedBy: ctx.actor.name,
      decidedAt: ctx.now(),
      reason,
    },
    reason,
  );
}

async function decided(
  ctx: Ctx,
  found: Found,
  move: "submit" | "withdraw" | "approve" | "reject",
  more: Change["set"],
  note = "",
): Promise<Decided> {
  const { to: state, becomes: approval } = activityMoves[move];
  const { activity } = found;
  await changing(ctx, found, {
    set: { state, approval, ...more },
    step: {
      action: move,
      note,
      before: { state: activity.state, approval: activity.approval },
      after: { state, approval },
    },
    sendable: move === "approve",
    // A scheduled activity runs no more.
    after: [
      stoppingTimers({ $client: ctx.db.$client, enterpriseId: ctx.enterpriseId }, byIds([activity.id])),
    ],
  });
  return { id: activity.id, state, approval };
}
