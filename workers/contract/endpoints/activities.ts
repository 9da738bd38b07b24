import { z } from "zod";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { errorsTexts } from "#texts/errors.ts";
import { categories, components } from "#workers/contract/templates/template.ts";
import { activityActions, approvals, LONGEST_REASON, plan } from "../campaign.ts";
import { comparedRun, comparison, messages } from "../comparison.ts";
import { fallback } from "../fallback.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, paging, revision, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { broadcastCounts, broadcastRequest, failure } from "./broadcasts.ts";
import {
  campaignPath,
  commandId,
  day,
  deleting,
  editing,
  making,
  oneCampaign,
  params,
  seeing,
  starting,
  state,
  whoSees,
} from "./campaigns.ts";
import { said } from "../said.ts";

/** Endpoints of activities, by which campaigns send; with makers and checkers. */

export const ACTIVITIES_PAGE = 20;

const seeingRejected = holding(...whoSees, "CAMPAIGNS.VIEW_REJECTEDLIST");
const checking = holding("CAMPAIGNS.APPROVE");
const activitiesPath = `${campaignPath}/activities`;
export const oneActivity = `${activitiesPath}/:id`;

/** An activity's message and audience: a broadcast's request without a name and without where it came from. */
export const activityRequest = broadcastRequest.omit({ name: true, resourceId: true, resourceType: true });
export type ActivityRequest = z.infer<typeof activityRequest>;

export const activityFields = {
  name: name(texts.nameMissing),
  request: activityRequest,
  plan: plan.default({ startAt: null, timezone: "UTC", repeat: null }),
  fallback: fallback
    .nullable()
    .default(null)
    .meta({ description: "What whoever is not reached in time gets on another channel" }),
  comparison: comparison
    .nullable()
    .default(null)
    .meta({ description: "A second message, tried on a part of the audience; the rest gets the better one" }),
};

const listedActivity = z.object({
  id: z.string(),
  campaignId: z.string(),
  campaignName: z.string(),
  name: z.string(),
  state,
  approval: z.enum(approvals),
  completed: z
    .boolean()
    .meta({ description: "Stopped (4) because everybody was reached, not because of somebody" }),
  channelName: z.string(),
  channelType: z.int(),
  templateName: z.string(),
  user: z.object({ name: z.string() }),
  createdOn: time,
  submittedBy: z.string().nullable(),
  submittedAt: time.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: time.nullable(),
  reason: said("Why it was rejected, is paused or has ended; empty for none"),
  nextRunAt: time.nullable(),
  runs: z.object({ total: z.int(), done: z.int() }),
  isMine: z.boolean().meta({
    description: "Whether who asks has changed it since it was last approved: they may not approve it",
  }),
  counts: broadcastCounts.meta({ description: "People, by what became of the first message" }),
  byFallback: broadcastCounts
    .nullable()
    .meta({ description: "Those of them who got the fallback, by what became of that; null: it has none" }),
  revision: z.int(),
});
export type ListedActivity = z.infer<typeof listedActivity>;

export const listActivities = endpoint({
  method: "GET",
  path: activitiesPath,
  summary: "Activities of one campaign or of all, newest first",
  access: seeingRejected,
  query: z.object({
    campaignId: z.string().max(64).default(""),
    name: text(100).default(""),
    state: z.literal("").or(z.coerce.number().pipe(state)).default(""),
    approval: z.enum(["", ...approvals]).default(""),
    fromDate: day,
    toDate: day,
    ...paging(ACTIVITIES_PAGE),
  }),
  reply: z.object({ activities: z.array(listedActivity), more: z.boolean(), total }),
  under: "data",
});

const template = z.object({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.enum(categories),
  components,
});

const activity = listedActivity.extend({
  request: activityRequest.meta({ description: "Numbers are masked without CUSTOMER.VIEW" }),
  plan,
  template: template.nullable().meta({
    description: "What it sends: as it was approved, before that as it is now; null: it was deleted",
  }),
  fallback: fallback
    .extend({
      channelName: z.string().meta({ description: "Empty where the channel was deleted" }),
      channelType: z.int(),
      template: template.nullable(),
    })
    .nullable(),
  comparison: comparison.extend({ template: template.nullable() }).nullable(),
  makers: z.array(z.string()).meta({ description: "Names of those who may not approve it" }),
  broadcasts: z
    .array(
      z.object({
        id: z.string(),
        run: z.int(),
        ...{ status: z.string(), startedAt: time.nullable() },
        counts: broadcastCounts,
        fallback: z
          .object({ id: z.string(), status: z.string(), startAt: time.nullable(), counts: broadcastCounts })
          .nullable(),
        comparison: comparedRun.nullable(),
      }),
    )
    .meta({ description: "Its runs, the latest first; at most 50" }),
  failures: z.array(failure.extend({ by: z.array(z.object({ id: z.string(), count: z.int() })) })).meta({
    description: "Of all its runs, the most frequent reason first; `by` says which broadcasts they are of",
  }),
  decisions: z
    .array(z.object({ action: z.string(), by: z.string(), at: time, note: z.string() }))
    .meta({ description: "Who asked, approved, rejected and changed what, the latest first" }),
});
export type Activity = z.infer<typeof activity>;

export const getActivity = endpoint({
  method: "GET",
  path: oneActivity,
  summary: "One activity with its runs and who decided what",
  access: seeingRejected,
  params,
  reply: activity,
  under: "data",
});

export const createActivity = endpoint({
  method: "POST",
  path: `${oneCampaign}/activities`,
  summary: "Adds an activity to a campaign that is not over, as a draft",
  access: making,
  params,
  body: z.object({ ...activityFields, commandId }),
  reply: activity,
  under: "data",
});

export const updateActivity = endpoint({
  method: "PUT",
  path: oneActivity,
  summary: "Changes an activity that has not begun; it needs a checker again",
  access: editing,
  params,
  body: z.object({ ...activityFields, revision }),
  reply: activity,
  under: "data",
});

export const deleteActivity = endpoint({
  method: "DELETE",
  path: oneActivity,
  summary: "Deletes an activity that never began or has ended; its figures stay",
  access: deleting,
  params,
  reply: z.null(),
  under: "data",
});

export const cloneActivity = endpoint({
  method: "POST",
  path: `${oneActivity}/clone`,
  summary:
    "Makes a draft like this one in the same campaign or in another. The same `commandId` again answers the same copy",
  access: making,
  params,
  body: z.object({ name: name(texts.nameMissing), campaignId: z.string().max(64).default(""), commandId }),
  reply: activity,
  under: "data",
});

const moved = z.object({ id: z.string(), state, approval: z.enum(approvals) });

export const moveActivity = endpoint({
  method: "POST",
  path: `${oneActivity}/:action`,
  summary: "Asks for approval or takes that back (makers); starts, pauses, resumes or stops",
  access: holding("CAMPAIGNS.CREATE", "CAMPAIGNS.EDIT", "CAMPAIGNS.START"),
  params: params.extend({ action: z.enum(activityActions) }),
  reply: moved,
  under: "data",
});

export const chooseMessage = endpoint({
  method: "POST",
  path: `${oneActivity}/winner`,
  summary: "Chooses which of two compared messages the rest of a run gets, before the clock does",
  access: starting,
  params,
  body: z.object({ run: z.int().min(1), winner: z.enum(messages) }),
  reply: z.object({ id: z.string(), run: z.int(), winner: z.enum(messages) }),
  under: "data",
});

export const setActivityState = endpoint({
  method: "POST",
  path: `${oneActivity}/state`,
  summary: "Moves an activity to a state by its number, as the table of moves allows",
  access: starting,
  // One of the states is deleted.
  anew: true,
  params,
  body: z.object({ state }),
  reply: moved,
  under: "data",
});

const seen = z
  .int(texts.seenMissing)
  .min(1)
  .meta({ description: "The revision that the checker has looked at; another one is refused (409)" });

export const approveActivity = endpoint({
  method: "POST",
  path: `${oneActivity}/approve`,
  summary: "Approves an activity that somebody else made; what is sent is frozen then",
  access: checking,
  params,
  body: z.object({ revision: seen }),
  reply: moved,
  under: "data",
});

export const rejectActivity = endpoint({
  method: "POST",
  path: `${oneActivity}/reject`,
  summary: "Rejects an activity, with the reason for its maker",
  access: checking,
  params,
  body: z.object({
    revision: seen,
    reason: z
      .string(texts.reasonMissing)
      .trim()
      .min(1, texts.reasonMissing)
      .max(LONGEST_REASON, errorsTexts.tooLong(LONGEST_REASON)),
  }),
  reply: moved,
  under: "data",
});

export const DAYS_PAGE = 31;
const figure = z.int();

export const activityDays = endpoint({
  method: "GET",
  path: `${oneActivity}/days`,
  summary: "What became of everybody by the day of their call in the activity's zone, the latest first",
  access: seeing,
  params,
  query: z.object(paging(DAYS_PAGE)),
  reply: z.object({
    timezone: z.string(),
    days: z.array(
      z.object({
        day: z.iso.date(),
        sent: figure.meta({
          description: "Who was sent it at least; those who have read it were sent it, too",
        }),
        delivered: figure,
        read: figure,
        replied: figure,
        clicked: figure,
        failed: figure,
        unknown: figure.meta({ description: "Not confirmed" }),
      }),
    ),
    more: z.boolean(),
  }),
  under: "data",
});
