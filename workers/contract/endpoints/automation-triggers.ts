import { z } from "zod";
import { triggersTexts as texts } from "#texts/triggers.ts";
import { entryResults, eventName, MOST_EVENT_BYTES } from "#workers/contract/automation/triggers.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { endpoint, holding } from "../endpoint.ts";
import { text, time } from "../fields.ts";
import { id } from "../ids.ts";

/** Events that other systems tell journeys, and why somebody entered one or did not. */

const { events: said } = texts;
const data = z
  .record(z.string(), z.json(), said.data)
  .refine((given) => new TextEncoder().encode(JSON.stringify(given)).length <= MOST_EVENT_BYTES, said.data)
  .default({});

export const sendEvent = endpoint({
  method: "POST",
  path: "/chatbird/api/events",
  summary: "Tells of something that happened to a customer; journeys begin by it, or wait for it",
  details:
    "The same key again is the same event: nobody enters twice by it. What is told is kept only where a journey begins by the name or waits for it.",
  access: holding("JOURNEYS.EDIT"),
  key: "events.send",
  body: z.object({
    name: eventName.meta({ description: "As the journey's Start step has it, such as order.paid" }),
    key: z
      .string(said.key)
      .trim()
      .min(1, said.key)
      .max(100, said.key)
      .meta({ description: "Your own name for this event" }),
    customer: z
      .object({ phone: z.string().max(60).optional(), id: id.optional() }, said.customer)
      .refine((who) => who.phone !== undefined || who.id !== undefined, said.customer)
      .meta({ description: "By phone number with its country code, or by id" }),
    data: data.meta({ description: "Is `trigger.data` in the journey; at most 64 kB" }),
  }),
  maxBytes: 2 * MOST_EVENT_BYTES,
  reply: z.object({
    awaited: z.boolean().meta({ description: "Whether a journey begins by it, or somebody waits for it" }),
  }),
  under: "response",
});

export const MOST_EVALUATIONS = 50;
const evaluation = z.object({
  id: z.string(),
  kind: z.string(),
  result: z.enum(entryResults),
  sentence: z.string(),
  customer: z.object({ id: z.string().nullable(), name: z.string() }),
  at: time,
});
export type EntryEvaluation = z.infer<typeof evaluation>;

const hook = z.object({
  address: z.string().meta({ description: "Where to call; '' where nothing begins it by a webhook" }),
  sample: z
    .string()
    .meta({ description: "How the latest call was shaped, without its values; '' before the first" }),
  calledAt: time.nullable(),
});
export type InstanceHook = z.infer<typeof hook>;

const params = z.object({ id, instanceId: id });
const door = (edit: Permission, watch: Permission, all: string) => {
  const at = `${all}/:id/instances/:instanceId`;
  return {
    evaluations: endpoint({
      method: "GET",
      path: `${at}/evaluations`,
      summary: `Why somebody entered or did not: the latest ${MOST_EVALUATIONS}, or those of one customer among them`,
      access: holding(watch),
      params,
      query: z.object({
        customer: id.optional(),
        search: text(100).default("").meta({ description: "Part of a name or a phone number" }),
      }),
      reply: z.object({ evaluations: z.array(evaluation) }),
      under: "response",
    }),
    hook: endpoint({
      method: "GET",
      path: `${at}/hook`,
      summary: "The address of its webhook, and how the latest call was shaped",
      access: holding(edit),
      params,
      reply: hook,
      under: "response",
    }),
    renewHook: endpoint({
      method: "PUT",
      path: `${at}/hook`,
      summary: "Gives its webhook another address; the one before leads nowhere any more",
      access: holding(edit),
      anew: true,
      params,
      reply: hook,
      under: "response",
    }),
  };
};

const journeys = door("JOURNEYS.EDIT", "JOURNEYS.VIEW_JOURNEYMONITOR", "/chatbird/api/journeys");
const encaps = door("ENCAPS.EDIT", "ENCAPS.VIEW_EXECUTIONLOGS", "/e/enterprise/campaigns");
/** The calls of each kind, for routes and tests that are the same for both. */
export const triggerDoors = { journey: journeys, encap: encaps } as const;

export const {
  evaluations: listJourneyEvaluations,
  hook: getJourneyHook,
  renewHook: renewJourneyHook,
} = journeys;
export const { evaluations: listEncapEvaluations, hook: getEncapHook, renewHook: renewEncapHook } = encaps;
