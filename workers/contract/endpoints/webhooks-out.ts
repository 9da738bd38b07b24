import { z } from "zod";
import { webhooksOutTexts as texts } from "#texts/webhooks-out.ts";
import { endpoint, holding } from "../endpoint.ts";
import { revision, text, time } from "../fields.ts";
import { id } from "../ids.ts";
import {
  DELIVERIES_PAGE,
  deliveryStates,
  hookEvents,
  MOST_HOOKS,
  MOST_REPLAYED,
  offReasons,
  TEST_EVENT,
} from "../webhooks-out.ts";

const hook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(hookEvents)),
  on: z.boolean(),
  offReason: z.enum(offReasons).nullable().meta({
    description: "Why it was switched off by itself: it answered 410, or took nothing for five days",
  }),
  failingSince: time.nullable().meta({ description: "Since when it has taken nothing that was sent" }),
  bothSignUntil: time.nullable().meta({ description: "Until when the secret before this one signs as well" }),
  revision: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
});
export type Hook = z.infer<typeof hook>;

export const hookFields = z.object({
  url: text(500).min(1, texts.urlEmpty),
  description: text(200).default(""),
  events: z.array(z.enum(hookEvents, texts.eventUnknown), texts.eventsEmpty).min(1, texts.eventsEmpty),
  on: z.boolean().default(true),
});

const delivery = z.object({
  id: z.string().meta({ description: "The receiver's webhook-id, the same for every try" }),
  type: z.enum([...hookEvents, TEST_EVENT]),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  at: time,
  nextAt: time.nullable().meta({ description: "When it is tried again" }),
  triedAt: time.nullable(),
  status: z.int().nullable().meta({ description: "HTTP status of the last answer; null: there was none" }),
  answer: z.string().meta({ description: "How the last answer began, or why there was none" }),
  body: z
    .string()
    .nullable()
    .meta({ description: "Null where it has a customer's words and one may not read chats" }),
});
export type Delivery = z.infer<typeof delivery>;

const all = "/e/enterprise/webhooks";
const one = `${all}/:id`;
const params = z.object({ id });

export const listHooks = endpoint({
  method: "GET",
  path: all,
  summary: "Addresses of the enterprise's own systems that are told of events, without their secrets",
  access: holding("INTEGRATIONS.VIEW"),
  reply: z.object({ hooks: z.array(hook) }),
  under: "response",
});

export const createHook = endpoint({
  method: "POST",
  path: all,
  summary: `Tells an address of events from now on (Standard Webhooks); answers its secret, this once. At most ${MOST_HOOKS}`,
  access: holding("INTEGRATIONS.CREATE"),
  body: hookFields,
  reply: z.object({ hook, secret: z.string() }),
  under: "response",
});

export const updateHook = endpoint({
  method: "PUT",
  path: one,
  summary:
    "Changes a receiver. Switched off, what waits for it is given up; switched on, it is told of what happens from then on",
  access: holding("INTEGRATIONS.EDIT"),
  params,
  body: hookFields.extend({ revision }),
  reply: hook,
  under: "response",
});

export const deleteHook = endpoint({
  method: "DELETE",
  path: one,
  summary: "Deletes a receiver with its secrets and its log",
  access: holding("INTEGRATIONS.DELETE"),
  params,
  reply: z.null(),
  under: "response",
});

export const renewHookSecret = endpoint({
  method: "POST",
  path: `${one}/secret`,
  summary: "Makes a new secret, answered this once; the one before signs as well for 24 hours",
  access: holding("INTEGRATIONS.EDIT"),
  params,
  body: z.object({}),
  reply: z.object({ hook, secret: z.string() }),
  under: "response",
});

export const testHook = endpoint({
  method: "POST",
  path: `${one}/test`,
  summary: `Sends ${TEST_EVENT} at once and answers what came of it; it is in the log`,
  access: holding("INTEGRATIONS.EDIT"),
  params,
  body: z.object({}),
  reply: delivery,
  under: "response",
});

export const listDeliveries = endpoint({
  method: "GET",
  path: `${one}/deliveries`,
  summary: "What was sent to a receiver within 30 days and what came of it, the newest first",
  access: holding("INTEGRATIONS.VIEW"),
  params,
  query: z.object({
    state: z.enum(deliveryStates, texts.stateUnknown).optional(),
    type: z.enum([...hookEvents, TEST_EVENT], texts.eventUnknown).optional(),
    before: z.int().min(1).optional().meta({ description: "`next` of the page before" }),
    perPage: z.int().min(1).max(100).default(DELIVERIES_PAGE),
  }),
  reply: z.object({ url: z.string(), deliveries: z.array(delivery), next: z.int().nullable() }),
  under: "response",
});

export const replayDelivery = endpoint({
  method: "POST",
  path: `${one}/deliveries/:deliveryId/replay`,
  summary: "Sends a delivery again that has ended, with the same webhook-id; notFound for one that waits",
  access: holding("INTEGRATIONS.EDIT"),
  params: params.extend({ deliveryId: id }),
  body: z.object({}),
  reply: z.null(),
  under: "response",
});

export const replayFailed = endpoint({
  method: "POST",
  path: `${one}/replay`,
  summary: `Sends again what failed since a time, the oldest first; at most ${MOST_REPLAYED}`,
  access: holding("INTEGRATIONS.EDIT"),
  params,
  body: z.object({ since: z.iso.datetime({ error: texts.sinceWrong, offset: true }) }),
  reply: z.object({ replayed: z.int() }),
  under: "response",
});
