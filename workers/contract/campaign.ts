import { z } from "zod";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { isTimezone } from "./timezones.ts";

/**
 * Campaigns: activities under one name. An activity is one send, now, later or again and again; somebody makes it and
 * somebody else approves it. Shared by the server and the screens.
 */

/** States of campaigns and of activities, with the specification's numbers. */
export const campaignStates = {
  created: 0,
  scheduled: 1,
  started: 2,
  paused: 3,
  stopped: 4,
  deleted: 5,
} as const;
export type CampaignState = (typeof campaignStates)[keyof typeof campaignStates];
export const campaignStateNumbers = Object.values(campaignStates);
// One by one: the build of the screens takes modules apart only where each name has a declaration of its own.
const created = campaignStates.created;
const scheduled = campaignStates.scheduled;
const started = campaignStates.started;
const paused = campaignStates.paused;
const stopped = campaignStates.stopped;
const deleted = campaignStates.deleted;

interface Move {
  from: readonly CampaignState[];
  to: CampaignState;
}
/** Which action moves a campaign from where to where; every other one is refused. */
export const campaignMoves = {
  start: { from: [created, scheduled, paused], to: started },
  schedule: { from: [created], to: scheduled },
  pause: { from: [scheduled, started], to: paused },
  stop: { from: [scheduled, started, paused], to: stopped },
  delete: { from: [created, stopped], to: deleted },
} as const satisfies Record<string, Move>;
export type CampaignMove = keyof typeof campaignMoves;
/** Moves that a person may make by the status path; with a start in the future `start` schedules. */
export const campaignActions = ["start", "pause", "stop"] as const;
export type CampaignAction = (typeof campaignActions)[number];

/** Whether what an activity sends was looked at by somebody who did not make it. */
export const approvals = ["draft", "pending", "approved", "rejected"] as const;
export type Approval = (typeof approvals)[number];

/**
 * Moves of an activity, with what its approval must be and `becomes`. `edit` makes a draft of one that was submitted or
 * approved before; `schedule` begins one whose plan has a start in the future.
 */
export const activityMoves = {
  edit: { from: [created, scheduled], to: created, approval: approvals, becomes: "draft" },
  submit: { from: [created], to: created, approval: ["draft", "rejected"], becomes: "pending" },
  withdraw: { from: [created], to: created, approval: ["pending"], becomes: "draft" },
  approve: { from: [created], to: created, approval: ["pending"], becomes: "approved" },
  reject: { from: [created, scheduled], to: created, approval: ["pending", "approved"], becomes: "rejected" },
  schedule: { from: [created], to: scheduled, approval: ["approved"], becomes: "approved" },
  start: { from: [created, scheduled], to: started, approval: ["approved"], becomes: "approved" },
  pause: { from: [scheduled, started], to: paused, approval: ["approved"], becomes: "approved" },
  resume: { from: [paused], to: started, approval: ["approved"], becomes: "approved" },
  stop: { from: [scheduled, started, paused], to: stopped, approval: ["approved"], becomes: "approved" },
  complete: { from: [started], to: stopped, approval: ["approved"], becomes: "approved" },
  /** Those whom one of its runs failed to reach are tried once more; what is over goes on for them alone. */
  retry: { from: [started, stopped], to: started, approval: ["approved"], becomes: "approved" },
  delete: { from: [created, stopped], to: deleted, approval: approvals, becomes: "" },
} as const satisfies Record<
  string,
  Move & { approval: readonly Approval[]; /** '' leaves it as it is. */ becomes: Approval | "" }
>;
export type ActivityMove = keyof typeof activityMoves;
/** Moves that a person may make with an activity; `start` schedules where its plan begins in the future. */
export const activityActions = ["submit", "withdraw", "start", "pause", "resume", "stop"] as const;
export type ActivityAction = (typeof activityActions)[number];

export const mayMoveActivity = (move: ActivityMove, from: CampaignState, approval: Approval): boolean =>
  (activityMoves[move].from as readonly CampaignState[]).includes(from) &&
  (activityMoves[move].approval as readonly Approval[]).includes(approval);

export const repeatUnits = ["day", "week", "month"] as const;
export const MOST_RUNS = 366;
export const LONGEST_REASON = 500;

/** When an activity is sent: at once when it is started, at a time of its zone, or again and again. */
export const plan = z.object({
  /** Local time of the zone, `2026-11-24T09:30`; null: when somebody starts it. */
  startAt: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, texts.startWrong)
    .nullable()
    .default(null),
  timezone: z.string().max(64).refine(isTimezone, texts.zoneWrong).default("UTC"),
  /** Runs again every so many units, at the same local time, so many runs in all. Needs the flag campaignAutomation. */
  repeat: z
    .object({
      unit: z.enum(repeatUnits),
      every: z.int().min(1).max(60),
      runs: z.int().min(2).max(MOST_RUNS),
    })
    .nullable()
    .default(null),
});
export type Plan = z.infer<typeof plan>;
