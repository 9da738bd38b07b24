import { z } from "zod";
import { chatAnalyticsTexts as texts } from "#texts/chat-analytics.ts";
import { endpoint, holding } from "../endpoint.ts";
import { time } from "../fields.ts";
import { zone } from "./reports.ts";

export const MOST_ANALYTICS_DAYS = 100;
/** Rows of each list: who or what has had the most chats. */
export const MOST_ANALYTICS_ROWS = 100;
/** Stands for chats of no department. */
export const NO_DEPARTMENT = "none";

const ended = z.object({
  started: z.int().meta({ description: "Those that began within the time, whatever became of them" }),
  firstResponses: z.int().meta({ description: "Of those, answered by a person after they had waited" }),
  firstResponseSeconds: z
    .number()
    .meta({ description: "From the beginning of their wait to the first answer by a person, on average" }),
  closed: z.int(),
  missed: z.int(),
  durationSeconds: z
    .number()
    .meta({ description: "Of closed ones, from the first message to the close, on average" }),
  rated: z.int().meta({ description: "Those that the customer has rated" }),
  rating: z.number().nullable().meta({ description: "From 1 to 5, on average; null: none was rated" }),
});
const row = ended.extend({ id: z.string(), name: z.string() });
export type EndedChats = z.infer<typeof row>;

const DAY_MS = 24 * 3_600_000;

const asked = {
  since: time,
  until: time.meta({ description: "Not counted in" }),
  departmentId: z
    .string()
    .max(64)
    .default("")
    .meta({ description: `Empty: all; "${NO_DEPARTMENT}": chats of none` }),
};
/** Whether a time runs forwards and is no longer than the analytics read. */
export const isShort = ({ since, until }: { since: string; until: string }): boolean => {
  const length = Date.parse(until) - Date.parse(since);
  return length > 0 && length <= MOST_ANALYTICS_DAYS * DAY_MS;
};
const wrongRange = { path: ["until"], error: texts.wrongRange(MOST_ANALYTICS_DAYS) };

const total = ended.extend({
  timedOut: z.int().meta({ description: "Of missed ones, as is the next" }),
  outOfHours: z.int(),
  attended: z.int().meta({ description: "Picked up within the time, as is the next" }),
  pickupSeconds: z.number().meta({ description: "Until somebody took a chat, on average" }),
});

export const chatAnalytics = endpoint({
  method: "GET",
  path: "/e/enterprise/chat_analytics",
  summary:
    "Chats that began, and that were closed or missed, within a time: how many, how long, by hour, department, agent, channel and label",
  access: holding("CHAT.VIEW_ANALYTICS"),
  query: z.object(asked).refine(isShort, wrongRange),
  reply: z.object({
    total,
    before: total.meta({ description: "The same of as much time before" }),
    hours: z
      .array(z.object({ at: time, started: z.int(), closed: z.int(), missed: z.int() }))
      .meta({ description: "Hours, UTC, in which some began or ended" }),
    departments: z.array(row).meta({ description: `"${NO_DEPARTMENT}" for chats of none` }),
    agents: z.array(row).meta({ description: "By who has the chat, or had it when it was closed" }),
    channels: z.array(row),
    labels: z.array(row),
    updatedAt: time,
  }),
  under: "response",
});

export const chatAnalyticsCsv = endpoint({
  method: "GET",
  path: "/e/enterprise/chat_analytics/csv",
  summary:
    "The same figures as a CSV, a row an item: in all, by day, hour of the day, department, agent, channel and label",
  access: holding("CHAT.VIEW_ANALYTICS"),
  query: z.object({ ...asked, ...zone }).refine(isShort, wrongRange),
  reply: z.null(),
  under: "response",
  file: "text/csv; charset=utf-8",
});
