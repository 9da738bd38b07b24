import * as fc from "fast-check";
import {
  type ActivityMove,
  activityMoves,
  type Approval,
  campaignMoves,
  type CampaignMove,
  type CampaignState,
  campaignStates,
  mayMoveActivity,
  plan,
} from "#workers/contract/campaign.ts";
import { inMinutes } from "./campaigns.ts";

/** A model of a campaign with three activities by the tables of moves, and people's steps on it at random. */

const { created, scheduled, started, paused, stopped, deleted } = campaignStates;
export const DAY_MINUTES = 24 * 60;
/** At once, once at a time, and again and again from now. */
export const PLANS = [
  plan.parse({}),
  plan.parse({ startAt: inMinutes(10 * DAY_MINUTES), timezone: "Asia/Kolkata" }),
  plan.parse({ repeat: { unit: "day", every: 1, runs: 3 } }),
];

/** The one of them that is sent again and again, so many times. */
const REPEATED = 2;
const RUNS = 3;

export interface Activity {
  state: CampaignState;
  approval: Approval;
  makers: string[];
  withCampaign: boolean;
  /** Its runs go on together: all that are not over are in one state. */
  run: "none" | "processing" | "paused" | "over";
  /** Runs that were made; of one that repeats the next may begin while those before go on. */
  made: number;
  /** It was stopped and retried: runs that were never made stay away. */
  isCut: boolean;
}
export interface Model {
  campaign: CampaignState;
  startsLater: boolean;
  activities: Activity[];
}

const people = ["maker", "checker", "administrator"] as const;
export type Who = (typeof people)[number];
export type Acts =
  | { act: "campaign"; move: "start" | "pause" | "stop" | "delete" }
  | { act: "activity"; which: number; who: Who; move: Exclude<ActivityMove, "schedule" | "complete"> }
  | { act: "runBegins" | "runEnds" | "runPauses"; which: number };

const which = fc.nat(PLANS.length - 1);
export const step: fc.Arbitrary<Acts> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("campaign" as const),
      move: fc.constantFrom("start", "start", "start", "pause", "pause", "pause", "stop", "delete"),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      act: fc.constant("activity" as const),
      which,
      who: fc.constantFrom("checker", ...people),
      move: fc.constantFrom(
        ...(["edit", "withdraw", "reject", "stop", "delete", "pause", "resume"] as const),
        ...(["submit", "approve", "start", "submit", "approve", "start", "pause", "resume"] as const),
        ...(["submit", "approve", "start", "submit", "approve", "start", "pause", "resume"] as const),
        ...(["retry", "retry"] as const),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom("runEnds", "runPauses"), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant("runBegins"), which: fc.constantFrom(1, REPEATED, REPEATED) }),
  },
) as fc.Arbitrary<Acts>;

/** Most of them are approved at first: what is refused for that alone is seen soon enough. */
export const approvedAtFirst = fc.subarray<Acts>(
  [...PLANS.keys()].flatMap((at): Acts[] => [
    { act: "activity", which: at, who: "maker", move: "submit" },
    { act: "activity", which: at, who: "checker", move: "approve" },
  ]),
  { minLength: 4 },
);

const isOver = (state: CampaignState) => state === stopped || state === deleted;
const mayMoveCampaign = (move: CampaignMove, from: CampaignState) =>
  (campaignMoves[move].from as readonly CampaignState[]).includes(from);

/** Applies a step as the tables say; false where it is refused, and nothing has changed. */
export function expected(model: Model, taken: Acts): boolean {
  if (taken.act === "campaign") return campaignAfter(model, taken.move);
  const activity = model.activities[taken.which];
  if (!activity) return false;
  if (taken.act === "activity") return activityAfter(model, activity, taken);
  const hasMore = taken.which === REPEATED && !activity.isCut && activity.made < RUNS;
  if (taken.act === "runBegins") {
    if (activity.state !== scheduled && !(activity.state === started && hasMore)) return false;
    Object.assign(activity, { state: started, run: "processing", made: activity.made + 1 });
    return true;
  }
  if (activity.run !== "processing") return false;
  if (taken.act === "runPauses") Object.assign(activity, { run: "paused", state: paused });
  else Object.assign(activity, { run: "over", ...(!hasMore && { state: stopped }) });
  return true;
}

function campaignAfter(model: Model, move: "start" | "pause" | "stop" | "delete"): boolean {
  const later = move === "start" && model.campaign === created && model.startsLater;
  const does = later ? "schedule" : move;
  if (!mayMoveCampaign(does, model.campaign)) return false;
  model.campaign = campaignMoves[does].to;
  for (const each of model.activities) {
    const runs = each.state === scheduled || each.state === started;
    if (does === "pause" && runs) {
      Object.assign(each, { state: paused, withCampaign: true });
      if (each.run === "processing") each.run = "paused";
    } else if (does === "start" && each.state === paused && each.withCampaign) {
      Object.assign(each, { state: started, withCampaign: false });
      if (each.run === "paused") each.run = "processing";
    } else if (does === "stop" && (runs || each.state === paused)) {
      Object.assign(each, { state: stopped, withCampaign: false });
      if (each.run !== "none") each.run = "over";
    } else if (does === "delete") each.state = deleted;
  }
  return true;
}

function activityAfter(
  model: Model,
  activity: Activity,
  { move, who, which: at }: Extract<Acts, { act: "activity" }>,
): boolean {
  const isPlanned = move === "start" && at === 1 && activity.state === created;
  const does = isPlanned ? "schedule" : move;
  if (!mayMoveActivity(does, activity.state, activity.approval)) return false;
  if (["edit", "submit", "approve"].includes(move) && isOver(model.campaign)) return false;
  if (move === "approve" && activity.makers.includes(who)) return false;
  if (move === "retry") {
    if (activity.run === "none" || model.campaign === paused || isOver(model.campaign)) return false;
    activity.isCut ||= activity.state === stopped;
    activity.run = "processing";
  }
  if (move === "start" || move === "resume") {
    if (model.campaign === paused || isOver(model.campaign)) return false;
    // One that begins after its campaign can be scheduled before.
    if (model.campaign === scheduled && !isPlanned) return false;
    if (model.campaign === created) model.campaign = started;
  }
  if (move === "edit")
    activity.makers = [...new Set([...(activity.approval === "approved" ? [] : activity.makers), who])];
  activity.state = activityMoves[does].to;
  activity.approval = activityMoves[does].becomes || activity.approval;
  if (["pause", "resume", "stop"].includes(move)) activity.withCampaign = false;
  if (does === "start") Object.assign(activity, { run: "processing", made: 1 });
  if (move === "pause" && activity.run === "processing") activity.run = "paused";
  if (move === "resume" && activity.run === "paused") activity.run = "processing";
  if (move === "stop" && activity.run !== "none") activity.run = "over";
  return true;
}
