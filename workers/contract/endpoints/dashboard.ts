import { z } from "zod";
import { dashboardTexts as texts } from "#texts/dashboard.ts";
import { errorsTexts } from "#texts/errors.ts";
import { channelAlert } from "../channel-health.ts";
import { endpoint, holding, signedIn } from "../endpoint.ts";
import { text, time } from "../fields.ts";
import { importStates } from "./imports.ts";

const day = z.iso.date(texts.wrongDay).meta({ description: "A day in the viewer's zone, yyyy-mm-dd" });

const row = z.object({
  date: z.string().meta({ description: "yyyy-mm-dd, or yyyy-mm-ddThh:00 by the hour; in the viewer's zone" }),
  avgPickedUpInterval: z
    .number()
    .meta({ description: "Seconds from waiting to picked up; 0 without attended chats" }),
  chatCount: z.int(),
  noOfAttendedChats: z.int(),
  noOfMissedChats: z.int(),
});
export type ChatFigures = z.infer<typeof row>;

/** The longest ranges, in days, per day and per hour. */
export const MOST_DAYS = { DAY: 366, HOUR: 7 } as const;

export const dashboardInfo = endpoint({
  method: "GET",
  path: "/e/enterprise/chat/dashboard_info",
  summary: "How many chats were attended and missed and how soon they were picked up, by the day or the hour",
  access: holding("CHAT.VIEW_ANALYTICS", "CHAT.VIEW_MONITOR", "CHAT.HANDLE"),
  query: z.object({
    fromDate: day,
    toDate: day.meta({ description: "The last day, counted in" }),
    timeType: z.enum(["DAY", "HOUR"]).default("DAY"),
    currentDate: text(40)
      .optional()
      .meta({ description: "Taken and not needed: the zone says which day it is" }),
    clientOffset: z
      .int(errorsTexts.notNumber)
      .min(-840, texts.wrongOffset)
      .max(840, texts.wrongOffset)
      .default(0)
      .meta({ description: "Minutes that the zone is behind UTC, as JavaScript says it: -330 in India" }),
    timeZone: text(64)
      .optional()
      .meta({ description: "IANA name; goes before clientOffset, and knows summer time" }),
  }),
  reply: z.object({ dashBoardData: z.array(row), updatedAt: time }),
  under: "response",
});

/** Tiles of the dashboard. A person gets those that their permissions open. */
export const tiles = ["customers", "bots", "imports", "users", "invitations"] as const;
export type Tile = (typeof tiles)[number];

const named = z.object({ id: z.string(), name: z.string() });

const today = z.object({
  bots: z
    .object({
      days: z
        .array(z.object({ date: z.string(), conversations: z.int(), asked: z.int(), understood: z.int() }))
        .meta({
          description:
            "The last 14 days (UTC) of all bots: conversations, and messages understood of those asked",
        }),
      later: z.object({ conversations: z.int(), asked: z.int(), understood: z.int() }).meta({
        description:
          "Of the day a week ago, what came after this time of day: to be left out of what today is compared with",
      }),
      most: z
        .object({ conversations: named.nullable(), missed: named.nullable(), several: z.boolean() })
        .meta({
          description:
            "The bots with most of the conversations, and of the messages not understood, of the last 7 days; and whether others had some",
        }),
      review: z.object({ count: z.int(), more: z.boolean(), agentId: z.string().nullable() }).meta({
        description: "Messages not understood that nobody has looked at, and the bot with the most",
      }),
      weakest: z
        .array(
          z.object({
            intentId: z.string(),
            intentName: z.string(),
            storyId: z.string(),
            agentId: z.string(),
            agentName: z.string(),
            count: z.int(),
          }),
        )
        .meta({ description: "The intents understood weakly most often in those days" }),
    })
    .nullable(),
  sending: z.int().nullable().meta({ description: "Broadcasts that are being sent" }),
  lastImport: z
    .object({
      id: z.string(),
      fileName: z.string(),
      state: z.enum(importStates),
      accepted: z.int(),
      rejected: z.int(),
      createdAt: time,
    })
    .nullable(),
});
export type Today = z.infer<typeof today>;

export const dashboardSummary = endpoint({
  method: "GET",
  path: "/e/enterprise/dashboard/summary",
  summary:
    "The numbers of the dashboard's tiles, of those that one may see, counted no further than 10,000; what matters today; and what asks for action on channels",
  access: signedIn,
  reply: z.object({
    tiles: z.array(z.object({ tile: z.enum(tiles), count: z.int(), more: z.boolean() })),
    alerts: z
      .array(z.object({ channelId: z.string(), name: z.string(), alert: channelAlert }))
      .meta({ description: "What asks for action on channels; none for those who may not see channels" }),
    today: today.meta({ description: "Null, each, for those who may not see it" }),
  }),
  under: "response",
});
