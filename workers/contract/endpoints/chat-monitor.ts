import { z } from "zod";
import { chatMonitorTexts as texts } from "#texts/chat-monitor.ts";
import { agentStatuses } from "./agent-status.ts";
import { NO_DEPARTMENT } from "./chat-analytics.ts";
import { endpoint, holding, type ReplyOf } from "../endpoint.ts";
import { time } from "../fields.ts";
import { id } from "../ids.ts";
import { isTimezone } from "../timezones.ts";

/** People that the monitor shows: those who answer chats, by name. */
export const MOST_MONITORED = 500;

const level = z.object({
  met: z.int().meta({ description: "Of the reader's day, those picked up within the target" }),
  of: z
    .int()
    .meta({ description: "Those, and all that were picked up later, or missed or still wait after longer" }),
});
export type ServiceLevel = z.infer<typeof level>;

const queue = z.object({
  departmentId: z.string().nullable(),
  departmentName: z.string().meta({ description: "Empty where chats belong to none" }),
  waiting: z.int(),
  waitingSince: time.nullable().meta({ description: "Since when the one waits that has waited longest" }),
  ongoing: z.int(),
  withBot: z.int(),
  suspended: z.int(),
  attended: z.int().meta({ description: "Picked up in the last 24 hours, as are the next two" }),
  missed: z.int(),
  pickupSeconds: z.number().meta({ description: "Until somebody took a chat, on average" }),
  level,
});
export type MonitoredQueue = z.infer<typeof queue>;

const agent = z.object({
  uId: z.string(),
  name: z.string(),
  agentStatus: z.enum(agentStatuses),
  open: z.int(),
  unread: z.int().meta({ description: "Of their chats, those with words that nobody has read" }),
  taken: z
    .int()
    .meta({ description: "Chats that count for the capacity: ongoing ones, and those offered to them" }),
});
export type MonitoredAgent = z.infer<typeof agent>;

export const chatMonitor = endpoint({
  method: "GET",
  path: "/e/enterprise/chat_monitor",
  summary: "Every department's queue and everybody who answers chats, as they are now",
  access: holding("CHAT.VIEW_MONITOR"),
  query: z.object({
    zone: z
      .string()
      .max(64)
      .refine(isTimezone, texts.zoneWrong)
      .default("UTC")
      .meta({ description: "By whose clock the service level's day begins" }),
  }),
  reply: z.object({
    targetSeconds: z
      .int()
      .nullable()
      .meta({ description: "Within which a chat ought to be picked up; null: no service level is shown" }),
    level,
    queues: z.array(queue),
    agents: z.array(agent),
    capacity: z.int().nullable().meta({
      description:
        "With so many chats somebody is offered no more; null: there is no limit, or nothing is offered",
    }),
    more: z.boolean().meta({ description: "There are more people" }),
  }),
  under: "response",
});

/** Chats that one answer shows. */
export const MOST_MONITORED_CHATS = 100;

export const monitoredChats = endpoint({
  method: "GET",
  path: "/e/enterprise/chat_monitor/chats",
  summary:
    "Open chats of a person, or those that wait in a department's queue: with whom and since when, not what was said",
  access: holding("CHAT.VIEW_MONITOR"),
  query: z.object({
    agentId: z.string().max(64).default(""),
    departmentId: z
      .string()
      .max(64)
      .default("")
      .meta({ description: `"${NO_DEPARTMENT}": of none` }),
  }),
  reply: z.object({
    chats: z.array(
      z.object({
        chatId: z.string(),
        name: z.string(),
        channelName: z.string(),
        state: z.int(),
        handlerName: z.string(),
        waitingSince: time.nullable(),
        lastAt: time,
        newMsgCount: z.int(),
      }),
    ),
    more: z.boolean(),
  }),
  under: "response",
});
export type MonitoredChat = ReplyOf<typeof monitoredChats>["chats"][number];

export const forceAgentStatus = endpoint({
  method: "PUT",
  path: "/e/enterprise/chat_monitor/agents/:id/status",
  summary: "Sets whether a colleague counts as being there, such as of one who went home without a word",
  access: holding("CHAT.VIEW_MONITOR"),
  params: z.object({ id }),
  body: z.object({ agentStatus: z.enum(agentStatuses) }),
  reply: z.null(),
  under: "response",
});
