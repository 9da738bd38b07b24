import { z } from "zod";
import { propertyValue } from "#workers/contract/automation/properties.ts";
import { audience as broadcastAudience } from "#workers/contract/broadcast.ts";
import { MOST_PEOPLE } from "#workers/contract/automation/launch.ts";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint, holding } from "../endpoint.ts";
import { paging, text, time } from "../fields.ts";
import { id } from "../ids.ts";
import { automationInstance, keywords } from "./automation-instances.ts";
import { AUTOMATION, automationStates } from "./automations.ts";

/** Launches of encaps: to whom, with which values and when. Those at work already are moved as journeys are. */

export const LAUNCHES_PAGE = 20;

const all = "/e/enterprise/campaigns/:id/launches";
const params = z.object({ id });
const seeing = holding("ENCAPS.VIEW", "ENCAPS.CREATE", "ENCAPS.EDIT", "ENCAPS.DELETE");
const editing = holding("ENCAPS.EDIT");

/** The customers of the master whom a broadcast may name too. */
export const launchAudience = broadcastAudience.omit({ file: true });

const version = z.int().min(1).optional().meta({ description: "The published one where none is named" });
const most = z
  .int(errorsTexts.notNumber)
  .min(1, errorsTexts.notNumber)
  .max(MOST_PEOPLE, errorsTexts.notNumber)
  .nullable()
  .default(null)
  .meta({ description: "At most so many people of the audience enter; null: all" });
const values = z.record(z.string().max(64), propertyValue);

const launch = automationInstance.extend({
  entered: z.int().meta({ description: "People who entered, by whatever way" }),
  failed: z.int(),
  audience: z
    .object({
      total: z.int(),
      seen: z.int(),
      left: z.int(),
      filtered: z.int(),
      done: z.boolean(),
      most: z.int().nullable(),
    })
    .nullable()
    .meta({
      description:
        "How many of its audience were looked at, whom the channel doesn't reach, whom the filter of the Start keeps out, and how many may enter at most",
    }),
});
export type EncapLaunch = z.infer<typeof launch>;

export const listLaunches = endpoint({
  method: "GET",
  path: all,
  summary: "An encap with its launches, the newest first, and the channels for another one",
  access: seeing,
  params,
  query: z.object({
    state: z
      .enum(["started"])
      .optional()
      .meta({ description: "Only those that are at work; all where it is left out" }),
    instance: id.optional().meta({ description: "Only this one" }),
    ...paging(LAUNCHES_PAGE),
  }),
  reply: z.object({
    encap: z.object({
      id: z.string(),
      name: z.string(),
      folder: z.string(),
      state: z.enum(automationStates),
      version: z.int().nullable(),
    }),
    launches: z.array(launch),
    channels: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        type: z.int(),
        number: z.string().meta({ description: "Its number or name at the vendor; may be empty" }),
      }),
    ),
    more: z.boolean(),
  }),
  under: "response",
});

export const launchEncap = endpoint({
  method: "POST",
  path: all,
  summary: "Launches a version of an encap on a channel: to an audience, by words, or both; now or later",
  access: editing,
  params,
  body: z.object({
    version,
    channelId: id,
    name: text(AUTOMATION.name).default(""),
    keywords,
    audience: launchAudience.nullable().default(null),
    most,
    values: values.default({}),
    startAt: time.nullable().default(null).meta({ description: "Null: now" }),
  }),
  reply: launch,
  under: "response",
});

export const countLaunchAudience = endpoint({
  method: "POST",
  path: `${all}/audience`,
  summary: "How many people an audience has, and how many of them a channel reaches",
  access: editing,
  perMinute: 120,
  params,
  body: z.object({ version, channelId: id, audience: launchAudience, most }),
  anew: false,
  reply: z.object({
    total: z.int(),
    reachable: z.int(),
    unreachable: z.int(),
    doubles: z.int(),
    filtered: z.int().meta({ description: "Whom the filter of the Start keeps out" }),
    refused: z.int().meta({ description: "Of the reachable ones: who has refused offers" }),
    estimated: z.boolean().meta({ description: "Only the first of a large audience were looked at" }),
    durationSeconds: z.int().meta({
      description: "To write to all of them once, at the channel's pace",
    }),
  }),
  under: "response",
});

export const getLaunch = endpoint({
  method: "GET",
  path: `${all}/:instanceId`,
  summary: "What one was launched with, to launch it again",
  access: seeing,
  params: z.object({ id, instanceId: id }),
  reply: z.object({
    name: z.string(),
    version: z.int(),
    channelId: z.string(),
    keywords: z.array(z.string()),
    audience: launchAudience.nullable(),
    most: z.int().nullable(),
    values,
  }),
  under: "response",
});

export const getEncapMilestones = endpoint({
  method: "GET",
  path: "/e/enterprise/campaigns/:id/milestones",
  summary: "How many runs came to each milestone of an encap",
  access: seeing,
  params,
  reply: z.object({ milestones: z.array(z.object({ id: z.string(), hits: z.int() })) }),
  under: "response",
});
