import { campaignsTexts as texts } from "#texts/campaigns.ts";
import {
  type ActivityAction,
  activityMoves,
  type CampaignState,
  campaignStates,
} from "#workers/contract/campaign.ts";
import { cannotGoOn } from "../broadcasts/move.ts";
import { type AtWork, sendersIn } from "../broadcasts/moving.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { findActivity, type Found } from "./activity-row.ts";
import { changing } from "./change.ts";
import { type Decided, refuseMove, submitActivity, withdrawActivity } from "./decide.ts";
import { byIds, stoppingTimers, theirBroadcasts, theirSenders } from "./running.ts";
import { goingOn } from "./runs.ts";
import { refuseCampaign, startActivity } from "./start.ts";
import type { Switches } from "./switches.ts";

export interface MovedActivity extends Decided {
  channelId: string;
  /** Senders that have claimed some of it. */
  atWork: AtWork[];
}

const unmoved = (decided: Decided): MovedActivity => ({ ...decided, channelId: "", atWork: [] });

/** Does what a person asks of an activity, as the table of moves allows. */
export async function moveActivity(
  ctx: Ctx,
  id: string,
  action: ActivityAction,
  switches: Switches,
): Promise<MovedActivity> {
  switch (action) {
    case "submit":
      return unmoved(await submitActivity(ctx, id, switches));
    case "withdraw":
      return unmoved(await withdrawActivity(ctx, id));
    case "start":
      return unmoved(await startActivity(ctx, await findActivity(ctx, id), switches));
    case "pause":
    case "resume":
    case "stop":
      return movingRuns(ctx, await findActivity(ctx, id), action);
    default:
      return action satisfies never;
  }
}

/** Pauses, resumes or stops an activity with all of its runs that go on. */
async function movingRuns(
  ctx: Ctx,
  found: Found,
  action: "pause" | "resume" | "stop",
): Promise<MovedActivity> {
  refuseMove(action, found);
  const { activity } = found;
  const { id, channelId, state: from } = activity;
  const { to: state, becomes: approval } = activityMoves[action];
  const at = ctx.now();
  if (action === "resume") refuseCampaign(found, at);
  if (action === "resume" && found.unsendableRun) throw cannotGoOn(found.unsendableRun);
  const mover = { $client: ctx.db.$client, enterpriseId: ctx.enterpriseId, at, by: ctx.actor.name };
  const which = byIds([id]);
  const results = await changing(ctx, found, {
    set: { state, reason: "", pausedWithCampaign: false },
    step: { action, before: { state: from }, after: { state } },
    sameCampaign: action === "resume",
    after: [
      ...theirBroadcasts(mover, action, which),
      ...(action === "resume" ? goingOn(mover, which) : [stoppingTimers(mover, which)]),
      theirSenders(mover, which),
    ],
  });
  if (action === "resume") ctx.after.clock = true;
  return { id, state, approval, channelId, atWork: sendersIn(results.at(-1)) };
}

/** Moves an activity to a state, which is named by its number. */
export async function moveActivityTo(
  ctx: Ctx,
  id: string,
  to: CampaignState,
  switches: Switches,
): Promise<MovedActivity> {
  switch (to) {
    case campaignStates.started: {
      const found = await findActivity(ctx, id);
      if (found.activity.state === campaignStates.paused) return movingRuns(ctx, found, "resume");
      return unmoved(await startActivity(ctx, found, switches));
    }
    case campaignStates.paused:
      return moveActivity(ctx, id, "pause", switches);
    case campaignStates.stopped:
      return moveActivity(ctx, id, "stop", switches);
    case campaignStates.deleted:
      return unmoved(await deleteActivity(ctx, id));
    case campaignStates.created:
    case campaignStates.scheduled:
      throw new DomainError("invalid", { message: texts.noMove, errors: { state: texts.noMove } });
    default:
      return to satisfies never;
  }
}

/** Deletes an activity that never began or has ended; its runs and their figures stay. */
export async function deleteActivity(ctx: Ctx, id: string): Promise<Decided> {
  const found = await findActivity(ctx, id);
  refuseMove("delete", found);
  const { activity } = found;
  const { to: state } = activityMoves.delete;
  await changing(ctx, found, {
    set: { state },
    step: { action: "delete", before: { state: activity.state } },
  });
  return { id, state, approval: activity.approval };
}
