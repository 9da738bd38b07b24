import { z } from "zod";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { broadcastActions, broadcastStates, settlements } from "../broadcast.ts";
import { cost } from "../cost.ts";
import { endpoint, holding } from "../endpoint.ts";
import { text, time } from "../fields.ts";
import { isTimezone } from "../timezones.ts";
import { editing } from "./campaigns.ts";
import { broadcastPath, broadcastRequest, making, oneBroadcast, params } from "./broadcasts.ts";
import { said } from "../said.ts";

/** Sending a broadcast: tried, begun, moved and settled. */

const running = holding("CAMPAIGNS.START", "CAMPAIGNS.CREATE");

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
  blacklisted: z.int().meta({ description: "Who is on the blacklist, whatever they have said themselves" }),
  optedOut: z.int().meta({ description: "Who has refused such messages" }),
  missing: z.int().meta({ description: "Who has no value for a variable" }),
  leftOut: z
    .object({
      doubles: z.array(z.string()),
      blacklisted: z.array(z.string()),
      optedOut: z.array(z.string()),
      missing: z.array(z.string()),
    })
    .meta({ description: "The first 100 of these, masked without CUSTOMER.VIEW" }),
  people: z
    .object({ total: z.array(z.string()), reachable: z.array(z.string()) })
    .meta({ description: "The same of everybody, and of those who would be sent it" }),
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
    .array(z.object({ variable: z.string(), message: said() }))
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

/** People of one count in one answer. */
export const ESTIMATED_PAGE = 100;
export const estimatedKinds = [
  "total",
  "reachable",
  "doubles",
  "invalid",
  "blacklisted",
  "optedOut",
  "missing",
] as const;
export type EstimatedKind = (typeof estimatedKinds)[number];
/** Whose people are meant, and behind how many of them the page begins. */
export const estimatedPage = {
  kind: z.enum(estimatedKinds),
  from: z.coerce.number().int().min(0).max(1_000_000).default(0),
};
const estimatedPeople = z.object({
  people: z.array(z.string()).meta({ description: "Masked without CUSTOMER.VIEW" }),
  more: z.boolean(),
});
export type EstimatedPeople = z.infer<typeof estimatedPeople>;

export const listEstimatedPeople = endpoint({
  method: "POST",
  path: `${broadcastPath}/people`,
  summary: "The people of one count of an estimate, of those who were looked at, a page at a time",
  access: editing,
  perMinute: 120,
  body: broadcastRequest.extend(estimatedPage),
  reply: estimatedPeople,
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
  path: `${oneBroadcast}/:action`,
  summary:
    "Starts a scheduled broadcast now, pauses, resumes or stops it, or sends once more to those who failed (`retry`)",
  access: running,
  params: params.extend({ action: z.enum(broadcastActions) }),
  reply: z.object({ id: z.string(), status: z.enum(broadcastStates) }),
  under: "data",
});

export const settleRecipients = endpoint({
  method: "POST",
  path: `${oneBroadcast}/unconfirmed/:settlement`,
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
