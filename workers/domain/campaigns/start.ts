import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { activityMoves, campaignStates } from "#workers/contract/campaign.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import type { Found } from "./activity-row.ts";
import { changing } from "./change.ts";
import { type Decided, refuseMove } from "./decide.ts";
import { runsOf } from "./plan.ts";
import { byIds } from "./running.ts";
import { makingRuns, newRun, settingRuns } from "./runs.ts";
import { startingCampaign } from "./start-campaign.ts";
import { refuseSwitchedOff, type Switches } from "./switches.ts";

const { created, scheduled, paused, started } = campaignStates;

/**
 * Starts an approved activity: its first run begins now, or at its time. A campaign that nobody has started starts with it.
 * Of two presses at once one starts it, and the other is told so.
 */
export async function startActivity(ctx: Ctx, found: Found, switches: Switches): Promise<Decided> {
  const { activity, campaign } = found;
  const { id } = activity;
  const at = ctx.now();
  const isPlanned = activity.state === created && activity.plan.startAt !== null;
  const move = isPlanned ? ("schedule" as const) : ("start" as const);
  refuseMove(move, found);
  refuseSwitchedOff(switches, activity);
  const runs = activity.plan.startAt === null ? runsOf(activity.plan, at) : activity.runs;
  const first = runs[0] ?? at;
  if (isPlanned && first <= at) throw wrong(texts.planPast);
  refuseCampaign(found, isPlanned ? first : at);
  if (found.unsendable) throw wrong(texts.unsendable[found.unsendable]);
  const { to: state, becomes: approval } = activityMoves[move];
  const place = { $client: ctx.db.$client, enterpriseId: ctx.enterpriseId, at };
  const run = newRun(id, 1, ctx.newId);
  await changing(ctx, found, {
    set: { state, runs, reason: "" },
    step: { action: move, before: { state: activity.state }, after: { state } },
    sendable: true,
    sameCampaign: true,
    before:
      campaign.state === created ? startingCampaign(ctx, campaign).map((each) => bindable(ctx, each)) : [],
    after: [...(move === "start" ? makingRuns(place, [run]) : []), settingRuns(place, byIds([id]))],
  });
  if (move === "start") {
    ctx.after.jobs.add(run.jobId);
    if (activity.comparison) ctx.after.jobs.add(run.parts.bJob);
  }
  ctx.after.clock = true;
  return { id, state, approval };
}

/** Refuses an activity that is to begin at a time at which its campaign doesn't go on, with what to do. */
export function refuseCampaign({ campaign }: Pick<Found, "campaign">, at: number): void {
  if (campaign.state === created || campaign.state === started) return;
  if (campaign.state === paused) throw wrong(texts.campaignNot.paused);
  if (campaign.state !== scheduled) throw wrong(texts.campaignNot.over);
  if (at < (campaign.startAt ?? 0)) throw wrong(texts.campaignNot.scheduled);
}

const wrong = (message: string) => new DomainError("invalid", { message });
