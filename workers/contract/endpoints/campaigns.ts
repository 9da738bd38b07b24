import { z } from "zod";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { errorsTexts } from "#texts/errors.ts";
import { campaignActions, campaignStateNumbers } from "../campaign.ts";
import { messages } from "../comparison.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, paging, revision, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import { broadcastCounts, broadcastUrls, seeingBroadcasts } from "./broadcasts.ts";

/** Campaigns: what activities.ts sends belongs to one. */

export const CAMPAIGNS_PAGE = 20;

export const whoSees = [
  "CAMPAIGNS.VIEW",
  "CAMPAIGNS.CREATE",
  "CAMPAIGNS.EDIT",
  "CAMPAIGNS.APPROVE",
  "CAMPAIGNS.START",
] as const;
export const seeing = holding(...whoSees);
export const making = holding("CAMPAIGNS.CREATE");
export const editing = holding("CAMPAIGNS.EDIT", "CAMPAIGNS.CREATE");
export const starting = holding("CAMPAIGNS.START");
export const deleting = holding("CAMPAIGNS.DELETE");

export const campaignPath = "/chatbird/api/campaign";
export const oneCampaign = `${campaignPath}/:id`;
export const params = z.object({ id });
export const state = z
  .int()
  .refine((each) => (campaignStateNumbers as number[]).includes(each), errorsTexts.notFound)
  .meta({ description: "0 created, 1 scheduled, 2 started, 3 paused, 4 stopped, 5 deleted" });
export const day = z.string().max(40).default("");
const instant = z.iso.datetime({ offset: true, message: texts.startWrong }).nullable().default(null);

/** One for each thing that somebody wants made, so that a request that is sent again makes nothing twice. */
export const commandId = z.string().max(64).default("");

const campaignFields = {
  name: name(texts.nameMissing),
  description: text(1_000).default(""),
  startAt: instant.meta({ description: "It starts by itself then, once `start` was asked for" }),
  endAt: instant.meta({ description: "It stops by itself then" }),
};

const campaign = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  state,
  startAt: time.nullable(),
  endAt: time.nullable(),
  user: z.object({ name: z.string() }),
  createdOn: time,
  activities: z.object({
    total: z.int(),
    pending: z.int().meta({ description: "Waiting for a checker" }),
    running: z.int(),
  }),
  counts: broadcastCounts.meta({ description: "People of all its runs together" }),
  byFallback: broadcastCounts
    .nullable()
    .meta({ description: "Those of them who got a fallback, by what became of that; null: nobody can" }),
  revision: z.int(),
});
export type Campaign = z.infer<typeof campaign>;

export const listCampaigns = endpoint({
  method: "GET",
  path: campaignPath,
  summary: "Campaigns, newest first; deleted ones are left out unless asked for",
  access: seeing,
  query: z.object({
    name: text(100).default(""),
    state: z.literal("").or(z.coerce.number().pipe(state)).default(""),
    fromDate: day,
    toDate: day,
    ...paging(CAMPAIGNS_PAGE),
  }),
  reply: z.object({ campaigns: z.array(campaign), more: z.boolean(), total }),
  under: "data",
});

export const createCampaign = endpoint({
  method: "POST",
  path: campaignPath,
  summary: "Makes a campaign, without activities. The same `commandId` again answers the same campaign",
  access: making,
  body: z.object({ ...campaignFields, commandId }),
  reply: campaign,
  under: "data",
});

export const getCampaign = endpoint({
  method: "GET",
  path: oneCampaign,
  summary: "One campaign",
  access: seeing,
  params,
  reply: campaign,
  under: "data",
});

export const updateCampaign = endpoint({
  method: "PUT",
  path: oneCampaign,
  summary: "Changes a campaign that is not over; times only before it has started",
  access: editing,
  params,
  body: z.object({ ...campaignFields, revision }),
  reply: campaign,
  under: "data",
});

export const deleteCampaign = endpoint({
  method: "DELETE",
  path: oneCampaign,
  summary: "Deletes a campaign that was never started or is stopped, with its activities; figures stay",
  access: deleting,
  params,
  reply: z.null(),
  under: "data",
});

export const moveCampaign = endpoint({
  method: "POST",
  path: `${oneCampaign}/status/:action`,
  summary: "Starts (or schedules), pauses or stops a campaign and whatever of it runs",
  access: starting,
  params: params.extend({ action: z.enum(campaignActions) }),
  reply: z.object({ id: z.string(), state }),
  under: "data",
});

/** Whose people and links are meant: the whole campaign's, or those of one activity of it. */
const ofActivity = z.object({ activityId: z.string().max(64).default("") });

export const campaignRecipientsCsv = endpoint({
  method: "GET",
  path: `${oneCampaign}/recipients/csv`,
  summary:
    "Everybody whom a campaign, or one activity of it, was sent to as a CSV: by run, each with what became of them",
  access: seeingBroadcasts,
  params,
  query: ofActivity,
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});

/** So many links are listed. */
export const MOST_URLS = 200;

export const campaignUrls = endpoint({
  method: "GET",
  path: `${oneCampaign}/urls`,
  summary:
    "The links of a campaign, or of one activity of it, whose clicks are counted, the most opened first. Whoever opened one in two runs counts twice",
  access: seeingBroadcasts,
  params,
  query: ofActivity,
  reply: broadcastUrls.reply,
  under: "data",
});

export const cloneCampaign = endpoint({
  method: "POST",
  path: `${oneCampaign}/clone`,
  summary:
    "Makes a campaign like this one: its activities are drafts there. The same `commandId` again answers the same copy",
  access: making,
  params,
  body: z.object({ name: name(texts.nameMissing), commandId }),
  reply: campaign,
  under: "data",
});

export const campaignStats = endpoint({
  method: "GET",
  path: `${oneCampaign}/stats`,
  summary: "What became of everybody, by activity",
  access: holding(...whoSees, "CAMPAIGNS.VIEW_CAMPAIGNREPORT"),
  params,
  reply: z.object({
    counts: broadcastCounts,
    activities: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        state,
        counts: broadcastCounts,
        byFallback: broadcastCounts.nullable(),
      }),
    ),
  }),
  under: "data",
});

export const campaignFallbackStats = endpoint({
  method: "GET",
  path: `${oneCampaign}/fallback/stats`,
  summary: "What became of those who got a fallback, by activity that has one",
  access: seeing,
  params,
  reply: z.object({
    counts: broadcastCounts,
    activities: z.array(
      z.object({ id: z.string(), name: z.string(), state, people: z.int(), counts: broadcastCounts }),
    ),
  }),
  under: "data",
});

export const RESPONSES_PAGE = 20;
export const campaignResponses = endpoint({
  method: "GET",
  path: `${oneCampaign}/responses`,
  summary:
    "Who has replied to a campaign, or to one activity of it, with their first words, the latest first",
  access: seeing,
  params,
  query: z.object({ activityId: z.string().max(64).default(""), ...paging(RESPONSES_PAGE) }),
  reply: z.object({
    responses: z.array(
      z.object({
        id: z.string().meta({ description: "Of the message that they have replied to" }),
        broadcastId: z.string(),
        activity: z.object({ id: z.string(), name: z.string() }),
        isFallback: z.boolean().meta({ description: "They have replied to the fallback" }),
        template: z.string().meta({ description: "Name of the template that they were sent" }),
        run: z.int(),
        variant: z
          .enum(messages)
          .nullable()
          .meta({ description: "Which of two messages that were compared; null: there was one" }),
        customerId: z.string().nullable(),
        name: z.string(),
        from: z.string().meta({ description: "Masked without CUSTOMER.VIEW" }),
        repliedAt: time,
        text: z.string().meta({
          description: "Their first words, masked the same way; empty where they are not kept any more",
        }),
      }),
    ),
    more: z.boolean(),
    isArchived: z.boolean().meta({
      description: "Whether some of its runs are in the archive: their own lists say who has replied",
    }),
  }),
  under: "data",
});

export const REPORT_PAGE = 20;
export const campaignReport = endpoint({
  method: "GET",
  path: `${campaignPath}/report`,
  summary: "Campaigns that have sent something between two times, with what became of everybody",
  access: holding("CAMPAIGNS.VIEW_CAMPAIGNREPORT"),
  query: z.object({ name: text(100).default(""), fromDate: day, toDate: day, ...paging(REPORT_PAGE) }),
  reply: z.object({
    campaigns: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        state,
        activities: z.int(),
        runs: z.int(),
        lastRunAt: time.nullable(),
        counts: broadcastCounts,
        byFallback: broadcastCounts.nullable(),
      }),
    ),
    more: z.boolean(),
  }),
  under: "data",
});

export const campaignReportCsv = endpoint({
  method: "GET",
  path: `${campaignPath}/report/csv`,
  summary: "The same report as a CSV, one row an activity",
  access: holding("CAMPAIGNS.VIEW_CAMPAIGNREPORT"),
  query: z.object({ name: text(100).default(""), fromDate: day, toDate: day }),
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});

export const countryCodes = endpoint({
  method: "GET",
  path: `${campaignPath}/countrycodes`,
  summary: "Countries with their calling codes",
  access: seeing,
  reply: z.object({
    countries: z.array(z.object({ code: z.string(), name: z.string(), calling: z.string() })),
  }),
  under: "data",
});
