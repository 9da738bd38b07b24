import { SEES_BROADCASTS } from "../broadcast-events.ts";
import { z } from "zod";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { errorsTexts } from "#texts/errors.ts";
import {
  audience,
  broadcastStates,
  mapping,
  MOST_MAPPINGS,
  MOST_NUMBERS,
  recipientStatuses,
  sentMedia,
} from "../broadcast.ts";
import { endpoint, holding } from "../endpoint.ts";
import { paging, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import { components } from "#workers/contract/templates/template.ts";
import { said } from "../said.ts";

export const BROADCASTS_PAGE = 20;
export const RECIPIENTS_PAGE = 15;
/** A schedule lies so far ahead at most. */
export const MOST_DAYS_AHEAD = 365;

export const seeingBroadcasts = holding(...SEES_BROADCASTS);
export const making = holding("CAMPAIGNS.CREATE");
export const broadcastPath = "/chatbird/api/campaign/broadcast";
export const oneBroadcast = `${broadcastPath}/:id`;
export const params = z.object({ id });
const media = sentMedia.nullable().default(null);

/** A broadcast's message and audience, as the screen and the specification have them. */
export const broadcastRequest = z.object({
  /** The name in the list; empty: the template's. */
  name: text(100).default(""),
  channelId: z.string(texts.mandatory).min(1, texts.mandatory).max(64),
  phoneNumber: z
    .array(z.string().trim().max(64))
    .max(MOST_NUMBERS, errorsTexts.tooMany(MOST_NUMBERS))
    .default([]),
  audience: audience.default({ filter: null, customerIds: [], file: null }),
  message: z.object({
    template: z.object({
      /** The template's name, and its id. */
      templateId: text(512).default(""),
      templateUId: z.string(texts.mandatory).min(1, texts.mandatory).max(64),
      media,
      cards: z.array(z.object({ media })).max(10).default([]),
    }),
  }),
  columnMapping: z.array(mapping).max(MOST_MAPPINGS, errorsTexts.tooMany(MOST_MAPPINGS)).default([]),
  /** Links that are the same for everybody become short ones, so that it is known who opens them. */
  trackClicks: z.boolean().default(false),
  resourceId: text(64).default(""),
  resourceType: z.enum(["", "CAMPAIGN", "CHAT"]).default(""),
});
export type BroadcastRequest = z.infer<typeof broadcastRequest>;

/** How many stand at what; `total` is everybody of the audience but doubles. */
export const broadcastCounts = z.object({
  total: z.int(),
  replied: z.int(),
  clicked: z.int(),
  doubles: z.int(),
  ...Object.fromEntries(recipientStatuses.map((each) => [each, z.int()])),
}) as z.ZodObject<
  Record<"total" | "replied" | "clicked" | "doubles" | (typeof recipientStatuses)[number], z.ZodInt>
>;
export type BroadcastCounts = z.infer<typeof broadcastCounts>;

/** Why people did not get it, in words. */
export const failure = z.object({
  code: z.string(),
  reason: said(),
  hint: said("What to do about it; empty where nothing can be said"),
  count: z.int(),
});

const listed = z.object({
  id: z.string(),
  name: z.string(),
  templateName: z.string(),
  user: z.object({ name: z.string() }),
  channelName: z.string().meta({ description: "Empty where the channel was deleted" }),
  createdOn: time,
  startAt: time.nullable().meta({ description: "When it is to begin; null: it began when it was made" }),
  status: z.enum(broadcastStates),
  counts: broadcastCounts,
});
export type ListedBroadcast = z.infer<typeof listed>;

export const listBroadcasts = endpoint({
  method: "GET",
  path: broadcastPath,
  summary: "Broadcasts that were made between two times, newest first",
  access: seeingBroadcasts,
  query: z.object({
    name: text(100).default(""),
    state: z.enum(broadcastStates).optional().meta({ description: "Only those in this state" }),
    fromDate: z.string().max(40).default("").meta({ description: "ISO 8601; empty: from the beginning" }),
    toDate: z.string().max(40).default("").meta({ description: "ISO 8601; empty: until now" }),
    ...paging(BROADCASTS_PAGE),
  }),
  reply: z.object({ broadcastList: z.array(listed), more: z.boolean(), total }),
  under: "data",
});

export const MOST_CALENDAR_DAYS = 62;
export const MOST_IN_CALENDAR = 500;
const inCalendar = listed
  .pick({ id: true, name: true, templateName: true, channelName: true, status: true })
  .extend({ at: time.meta({ description: "When it began, or is to" }) });
export type BroadcastInCalendar = z.infer<typeof inCalendar>;

export const broadcastCalendar = endpoint({
  method: "GET",
  path: "/chatbird/api/campaign/broadcast_calendar",
  summary: "Broadcasts that began or are to begin between two times, the earliest first",
  access: seeingBroadcasts,
  query: z.object({ since: time, until: time.meta({ description: "Not counted in" }) }).refine(
    ({ since, until }) => {
      const length = Date.parse(until) - Date.parse(since);
      return length > 0 && length <= MOST_CALENDAR_DAYS * 86_400_000;
    },
    { path: ["until"], error: texts.calendar.wrongRange(MOST_CALENDAR_DAYS) },
  ),
  reply: z.object({
    broadcasts: z.array(inCalendar),
    more: z.boolean().meta({ description: `There are more than ${MOST_IN_CALENDAR}: the first are here` }),
  }),
  under: "data",
});

const detail = listed.extend({
  channelId: z.string(),
  channelType: z.int(),
  phoneNumbers: z
    .array(z.string())
    .meta({ description: "Numbers that were named; masked without CUSTOMER.VIEW" }),
  audience,
  message: broadcastRequest.shape.message,
  template: z.object({ name: z.string(), language: z.string(), category: z.string(), components }),
  columnMapping: z.array(mapping),
  trackClicks: z.boolean(),
  resourceId: z.string(),
  resourceType: z.string(),
  timezone: z.string(),
  isPrepared: z
    .boolean()
    .meta({ description: "Whether its recipients are known; until then job `jobId` finds them" }),
  jobId: z.string(),
  retried: z.number().nullable().meta({
    description: "How far job `jobId` has taken up those who failed, 0 to 1; null while no retry goes on",
  }),
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  archivedAt: time.nullable().meta({
    description: "Since when its recipients are in the archive: they can be read, and not sent to any more",
  }),
  fallbackOf: z.string().nullable().meta({ description: "The broadcast whose fallback it is" }),
  fallbackId: z.string().nullable().meta({ description: "Its own fallback" }),
  activityId: z.string().nullable().meta({ description: "The activity of which it is a run" }),
  part: z
    .enum(["a", "b", "rest"])
    .nullable()
    .meta({ description: "Of a run that compares two messages: to whom it goes" }),
  isUndecided: z
    .boolean()
    .meta({ description: "The rest's, before its message is chosen; message A stands in its place" }),
  afterMs: z.int().meta({ description: "A fallback's: so long after the first message" }),
  reason: said("Why it is paused or failed, in a sentence; empty for none"),
  resumeAt: time.nullable().meta({
    description: "When the vendor lets it go on, where the account's limit is spent; null else",
  }),
  resumesItself: z.boolean().meta({ description: "Whether it goes on by itself then" }),
  ratePerSecond: z.number().meta({ description: "The channel's rate" }),
  sentLastMinute: z.int(),
  waits: z.array(z.object({ until: time, people: z.int() })).meta({
    description:
      "People who wait for an hour of theirs, by that hour: quiet hours where they live, or their vendor's rest",
  }),
  failures: z.array(failure),
  seenAt: time.meta({ description: "When this was read: who is called later is not settled by `seenAt`" }),
  revision: z.int(),
});
export type BroadcastDetail = z.infer<typeof detail>;

export const getBroadcast = endpoint({
  method: "GET",
  path: oneBroadcast,
  summary: "One broadcast with its figures",
  access: seeingBroadcasts,
  params,
  reply: z.object({ data: detail }),
  under: "data",
});

export const recipient = z.object({
  id: z.string(),
  from: z.string().meta({ description: "The channel's number or address" }),
  to: z.string().meta({ description: "Masked without CUSTOMER.VIEW" }),
  name: z.string(),
  customerId: z.string().nullable(),
  currentDeliveryStatus: z.enum(recipientStatuses),
  currentDeliveryStatusTime: time.nullable(),
  transId: z.string().meta({ description: "The vendor's id; empty before there is one" }),
  code: z.string(),
  reason: said(),
  replied: z.boolean(),
  clicked: z.boolean(),
  messageStatuses: z.array(z.object({ status: z.string(), messageStatusTime: time, msg: z.string() })),
});
export type Recipient = z.infer<typeof recipient>;

const whichRecipients = {
  status: z
    .enum(["", "replied", "clicked", ...recipientStatuses])
    .default("")
    .meta({ description: "`sent` and `delivered` hold who is further, too; empty: everybody" }),
  code: text(64).default("").meta({ description: "Only those who failed for this" }),
};

export const listBroadcastMessages = endpoint({
  method: "GET",
  path: `${oneBroadcast}/message`,
  summary: "The recipients of a broadcast and what became of each",
  access: seeingBroadcasts,
  params,
  query: z.object({ ...whichRecipients, ...paging(RECIPIENTS_PAGE) }),
  reply: z.object({ message: z.array(recipient), more: z.boolean() }),
  under: "data",
});

export const broadcastMessagesCsv = endpoint({
  method: "GET",
  path: `${oneBroadcast}/message/csv`,
  summary: "The recipients of a broadcast as a CSV, each with what became of them and their own values",
  access: seeingBroadcasts,
  params,
  query: z.object(whichRecipients),
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});

export const broadcastUrls = endpoint({
  method: "GET",
  path: `${oneBroadcast}/urls`,
  summary: "The links of a broadcast whose clicks are counted, with how many opened each",
  access: seeingBroadcasts,
  params,
  reply: z.object({
    urls: z.array(
      z.object({
        url: z.string(),
        people: z.int(),
        clicks: z.int().meta({ description: "Without previews of messengers and mail scanners" }),
      }),
    ),
  }),
  under: "data",
});
