import { SEES_BROADCASTS } from "../broadcast-events.ts";
import { z } from "zod";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { errorsTexts } from "#texts/errors.ts";
import {
  audience,
  broadcastActions,
  broadcastStates,
  groupTypes,
  mapping,
  MOST_MAPPINGS,
  MOST_NUMBERS,
  recipientStatuses,
  sentMedia,
  settlements,
} from "../broadcast.ts";
import { cost } from "../cost.ts";
import { endpoint, holding } from "../endpoint.ts";
import { paging, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import { components } from "#workers/contract/templates/template.ts";
import { isTimezone } from "../timezones.ts";

export const BROADCASTS_PAGE = 20;
export const RECIPIENTS_PAGE = 15;
/** A schedule lies so far ahead at most. */
export const MOST_DAYS_AHEAD = 365;

export const seeingBroadcasts = holding(...SEES_BROADCASTS);
const making = holding("CAMPAIGNS.CREATE");
const running = holding("CAMPAIGNS.START", "CAMPAIGNS.CREATE");

export const broadcastPath = "/chatbird/api/campaign/broadcast";
const one = `${broadcastPath}/:id`;
const params = z.object({ id });
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
  reason: z.string().meta({ description: "Why it is paused or failed, in a sentence; empty for none" }),
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
  failures: z.array(
    z.object({
      code: z.string(),
      reason: z.string(),
      hint: z.string().meta({ description: "What to do about it; empty where nothing can be said" }),
      count: z.int(),
    }),
  ),
  seenAt: time.meta({ description: "When this was read: who is called later is not settled by `seenAt`" }),
  revision: z.int(),
});
export type BroadcastDetail = z.infer<typeof detail>;

export const getBroadcast = endpoint({
  method: "GET",
  path: one,
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
  reason: z.string(),
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
  path: `${one}/message`,
  summary: "The recipients of a broadcast and what became of each",
  access: seeingBroadcasts,
  params,
  query: z.object({ ...whichRecipients, ...paging(RECIPIENTS_PAGE) }),
  reply: z.object({ message: z.array(recipient), more: z.boolean() }),
  under: "data",
});

export const broadcastMessagesCsv = endpoint({
  method: "GET",
  path: `${one}/message/csv`,
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
  path: `${one}/urls`,
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

const sample = z.object({
  to: z.string(),
  name: z.string(),
  rendered: z.string().meta({ description: "The message as this recipient reads it" }),
  missing: z.array(z.string()).meta({ description: "Variables that have no value for this recipient" }),
});

const estimate = z.object({
  total: z.int().meta({ description: "Everybody who was named or matches, before anybody is left out" }),
  looked: z.int().meta({
    description:
      "How many were looked at; where that is less than `total`, all figures are about: the others are taken to be like them",
  }),
  reachable: z.int().meta({ description: "Who would be sent it" }),
  doubles: z.int(),
  invalid: z.array(z.string()).meta({
    description: "Numbers that are none, and mail addresses that mails come back from; the first 100",
  }),
  invalidCount: z.int(),
  optedOut: z.int().meta({ description: "Who has refused such messages, or is on the blacklist" }),
  missing: z.int().meta({ description: "Who has no value for a variable" }),
  leftOut: z
    .object({ doubles: z.array(z.string()), optedOut: z.array(z.string()), missing: z.array(z.string()) })
    .meta({ description: "The first 100 of these, masked without CUSTOMER.VIEW" }),
  durationSeconds: z.int().meta({ description: "At the channel's rate, and within the account's limit" }),
  limit: z
    .object({
      perDay: z.int(),
      used: z.int(),
      days: z.int().meta({ description: "About so many days until everybody is reached" }),
    })
    .nullable()
    .meta({ description: "The account's limit of people within 24 hours; null where none is known" }),
  inWindow: z.int().meta({ description: "Of those, whose service window is open now" }),
  channelId: z.string(),
  cost: cost.meta({ description: "What it would cost, by the enterprise's prices or the built-in list" }),
  parts: z.int().meta({ description: "SMS parts of the first recipient's message; 1 elsewhere" }),
  samples: z.array(sample),
  problems: z
    .array(z.object({ variable: z.string(), message: z.string() }))
    .meta({ description: "What is wrong with a mapping, such as a name that is not there" }),
});
export type BroadcastEstimate = z.infer<typeof estimate>;

export const validateBroadcast = endpoint({
  method: "POST",
  path: `${broadcastPath}/validate`,
  summary:
    "Says whom a broadcast would reach, how long it would take and how it reads, without sending anything",
  access: making,
  perMinute: 120,
  body: broadcastRequest,
  reply: estimate,
  under: "data",
});

export const sendBroadcast = endpoint({
  method: "POST",
  path: `${broadcastPath}/send`,
  summary:
    "Sends a template to many people, at once or at `startAt`. The same `commandId` again answers the same broadcast",
  access: making,
  perMinute: 600,
  body: broadcastRequest.extend({
    commandId: z.string().max(64).default(""),
    startAt: z.iso.datetime({ offset: true, message: texts.startWrong }).nullable().default(null),
    timezone: z.string().max(64).refine(isTimezone, texts.zoneWrong).default("UTC"),
  }),
  reply: z.object({ id: z.string(), status: z.enum(broadcastStates) }),
  under: "data",
});

export const moveBroadcast = endpoint({
  method: "POST",
  path: `${one}/:action`,
  summary:
    "Starts a scheduled broadcast now, pauses, resumes or stops it, or sends once more to those who failed (`retry`)",
  access: running,
  params: params.extend({ action: z.enum(broadcastActions) }),
  reply: z.object({ id: z.string(), status: z.enum(broadcastStates) }),
  under: "data",
});

export const settleRecipients = endpoint({
  method: "POST",
  path: `${one}/unconfirmed/:settlement`,
  summary:
    "Says of recipients who are not confirmed that they got it (`arrived`), or sends it to them again (`again`), which may reach them twice",
  access: running,
  params: params.extend({ settlement: z.enum(settlements) }),
  body: z.object({
    recipientId: text(64).default("").meta({ description: "Empty: everybody of the broadcast" }),
    seenAt: time.meta({
      description:
        "The broadcast's `seenAt`: whoever was called later is left alone, so that no press counts twice",
    }),
  }),
  reply: z.object({
    id: z.string(),
    status: z.enum(broadcastStates),
    settled: z.int(),
    left: z.int().meta({ description: "Who is not confirmed still" }),
  }),
  under: "data",
});

const parameter = z.object({
  name: z.string().meta({ description: "The key of its mapping" }),
  label: z.string(),
  type: z.enum(["TEXT", "URL", "CODE"]),
  isRequired: z.boolean(),
  sample: z.string(),
});
const group = z.object({
  type: z.enum(groupTypes),
  /** Which card, from 0; null where it is of no card. */
  card: z.int().nullable(),
  parameters: z.array(parameter),
});
export type VariableGroup = z.infer<typeof group>;

const column = z.object({ name: z.string(), label: z.string() });

export const listBroadcastVariables = endpoint({
  method: "GET",
  path: "/chatbird/api/campaign/variables",
  summary: "The variables of a template in their groups, and the columns that can fill them",
  access: making,
  query: z.object({ templateUId: z.string(texts.mandatory).min(1, texts.mandatory).max(64) }),
  reply: z.object({
    groups: z.array(group),
    columns: z.array(column),
    media: z
      .array(
        z.object({
          card: z.int().nullable(),
          type: z.enum(["IMAGE", "VIDEO", "DOC"]),
          isRequired: z.boolean(),
        }),
      )
      .meta({ description: "Files that the template needs: the header's, or one a card" }),
  }),
  under: "data",
});

export const listExpressionVariables = endpoint({
  method: "POST",
  path: "/chatbird/api/campaign/variables/expression",
  summary: "The names that a text with `{name}` uses, and what is wrong with it",
  access: making,
  body: z.object({
    expression: z.string(errorsTexts.notText).max(4_000, errorsTexts.tooLong(4_000)),
    rows: z
      .array(z.string().max(1_000))
      .max(1_000)
      .default([])
      .meta({ description: "Columns of the data file, such as `row.City`" }),
  }),
  reply: z.object({ variables: z.array(z.string()), problems: z.array(z.string()) }),
  under: "data",
});
