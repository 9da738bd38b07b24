import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { reportsOfMessagesTexts as texts } from "#texts/reports-of-messages.ts";
import { recipientStatuses } from "../broadcast.ts";
import { endpoint, holding } from "../endpoint.ts";
import { paging, text, time } from "../fields.ts";
import { recipient } from "./broadcasts.ts";
import { moment, zone } from "./reports.ts";
import { said } from "../said.ts";

/** Reports of what was sent and what became of it: messages of chats and recipients of broadcasts alike. */

export const STATUS_PAGE = 20;
/** Rows that may lie before a page; whoever wants more narrows it down, or takes the file. */
export const MOST_BEFORE = 10_000;
/** The longest range of a report. */
export const MOST_REPORT_DAYS = 366;
/** So many days back, where no date is given. */
export const USUAL_DAYS = 7;

const seeing = holding("MANAGE.DELIVERYREPORT.VIEW");

/** Sources of a message; a campaign's are those of the broadcasts that it made. */
export const messageSources = ["person", "bot", "system", "api", "broadcast", "campaign"] as const;
export type MessageSource = (typeof messageSources)[number];

const day = moment.or(z.literal("")).default("");
/** The dates of a report, by default so many days back to today. */
export const reportDates = (days: number) => ({
  fromDate: day.meta({ description: `ISO 8601; empty: ${days} days before the last` }),
  toDate: day.meta({ description: "ISO 8601; a day alone is in it as a whole; empty: the end of today" }),
  ...zone,
});
const source = z.enum(["", ...messageSources]).default("");
const status = z.enum(["", ...recipientStatuses]).default("");
const channelId = text(64).default("");

const filters = {
  channelId,
  customerNumber: text(320)
    .default("")
    .meta({ description: "A number in any spelling, or a mail address: only what was sent to it" }),
  ...reportDates(USUAL_DAYS),
  source,
  messageId: text(500)
    .default("")
    .meta({ description: "Our id or the vendor's; the dates are not looked at then" }),
  status,
};

const entry = recipient.extend({
  at: time.meta({ description: "When it was made; of a broadcast, when its turn came" }),
  channelId: z.string(),
  channelName: z.string().meta({ description: "Empty where the channel was deleted" }),
  channelType: z.int().nullable(),
  source: z.enum(messageSources),
  broadcast: z.object({ id: z.string(), name: z.string() }).nullable(),
  chat: z
    .object({ id: z.string(), isOpen: z.boolean() })
    .nullable()
    .meta({ description: "Null for a broadcast" }),
  kind: z.string().meta({ description: "Of what kind the message is, such as text or template" }),
  templateName: z.string().meta({ description: "Empty where it is no template" }),
  hint: said("What to do about its failure; empty where nothing can be said"),
});
export type SentMessage = z.infer<typeof entry>;

export const messageStatusReport = endpoint({
  method: "GET",
  path: "/chatbird/api/reports/messages/status",
  summary:
    "Every message that was sent and what became of it, newest first: those of chats by when they were made, those of a broadcast together by when it began",
  access: seeing,
  query: z.object({
    ...filters,
    ...paging(STATUS_PAGE),
    from: z
      .int(errorsTexts.notNumber)
      .min(0, errorsTexts.notNumber)
      .max(MOST_BEFORE, texts.tooFar)
      .default(0),
  }),
  reply: z.object({
    messages: z.array(entry),
    more: z.boolean(),
    channels: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .meta({ description: "All channels, for the filter" }),
  }),
  under: "data",
});

export const messageStatusCsv = endpoint({
  method: "GET",
  path: "/chatbird/api/reports/messages/status/csv",
  summary: "The same as a CSV, all of it",
  access: seeing,
  query: z.object(filters),
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});

const counted = { ...reportDates(USUAL_DAYS), channelId, source };

export const messageCounts = endpoint({
  method: "GET",
  path: "/chatbird/api/campaign/message/api/count",
  summary:
    "How many messages were sent a day, by channel, by what sent them and by what became of them; a broadcast's people are of the day on which they were called, and those who weren't of the one on which it began",
  access: seeing,
  query: z.object(counted),
  reply: z.object({
    counts: z.array(
      z.object({
        day: z.string().meta({ description: "Of the report's zone, such as 2026-11-24" }),
        channelId: z.string(),
        channelName: z.string().meta({ description: "Empty where the channel was deleted" }),
        source: z.enum(messageSources),
        status: z.enum(recipientStatuses),
        count: z.int(),
      }),
    ),
  }),
  under: "data",
});
export type MessageCount = z.infer<typeof messageCounts.reply>["counts"][number];

export const messageCountsCsv = endpoint({
  method: "GET",
  path: "/chatbird/api/campaign/message/api/count/csv",
  summary: "The same as a CSV",
  access: seeing,
  query: z.object(counted),
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});
