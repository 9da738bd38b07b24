import { z } from "zod";
import { automationInstancesTexts as texts } from "#texts/automation-instances.ts";
import { errorsTexts } from "#texts/errors.ts";
import { INSTANCE, instanceActions } from "#workers/contract/automation/instance-states.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { entryResults, trigger } from "#workers/contract/automation/triggers.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { endpoint, holding } from "../endpoint.ts";
import { collapse, paging, revision, text, time } from "../fields.ts";
import { id } from "../ids.ts";
import { runMove } from "./automation-moves.ts";
import { automationRun, runsFilter, runStep, STEPS_SHOWN } from "./automation-runs.ts";
import { jobProgress } from "../jobs.ts";
import { AUTOMATION, automationStates } from "./automations.ts";
import { customerFilter, namedIds } from "./customers.ts";

/** A journey or an encap at work on a channel: the same calls behind two doors, as for what it is made of. */

export const INSTANCES_PAGE = 50;
export const PUBLICATIONS_PAGE = 20;
export const RUNS_PAGE = 50;
export const LAUNCH = { keywords: 20, keyword: 100 } as const;
/** People who are put in by one call. */
export const MOST_ENTRIES = 100;
/** A year. */
const MOST_MINUTES = 525_600;

export const automationInstance = z.object({
  id: z.string(),
  name: z.string(),
  channel: z
    .object({ id: z.string(), name: z.string(), type: z.int() })
    .nullable()
    .meta({ description: "Null once it is deleted" }),
  state: z.literal(Object.values(INSTANCE)),
  version: z.int().meta({
    description: "Which people enter now; runs stay in the version they entered, unless they are moved",
  }),
  newer: z.boolean().meta({ description: "Whether a newer version is published" }),
  keywords: z.array(z.string()),
  triggers: z.array(trigger).meta({ description: "What begins it by its version, besides these words" }),
  hasHook: z.boolean().meta({ description: "Whether it has a webhook of its own" }),
  openRuns: z.int(),
  startAt: time.nullable().meta({ description: "When a scheduled one starts" }),
  startedAt: time.nullable(),
  startedBy: z.string(),
  endedAt: time.nullable(),
  endReason: z.string().meta({
    description:
      "Why it is over (finished, stopped, channelDeleted), or is paused without a person (late, archived); '' otherwise",
  }),
  move: runMove
    .nullable()
    .meta({ description: "Of its people to another version, as long as it goes on or may be undone" }),
  revision: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
});
export type AutomationInstance = z.infer<typeof automationInstance>;

const publication = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string(),
  state: z.enum(automationStates),
  version: z.int().nullable(),
  instances: z.array(automationInstance).meta({ description: "At work, and the last one of each channel" }),
});
export type Publication = z.infer<typeof publication>;

const clash = z.object({
  keyword: z.string(),
  kind: z.enum(automationKinds),
  automationId: z.string(),
  instanceId: z.string(),
  name: z.string(),
});
export type Clash = z.infer<typeof clash>;

export const keywords = z
  .array(
    z
      .string(errorsTexts.notText)
      .overwrite(collapse)
      .max(LAUNCH.keyword, errorsTexts.tooLong(LAUNCH.keyword)),
  )
  .max(LAUNCH.keywords, errorsTexts.tooMany(LAUNCH.keywords))
  .default([]);
const params = z.object({ id });
const instanceParams = z.object({ id, instanceId: id });
const runParams = z.object({ id, instanceId: id, runId: id });

interface Rights {
  see: readonly Permission[];
  edit: Permission;
  watch: Permission;
}

const door = ({ see, edit, watch }: Rights, all: string, one: string) => {
  const at = `${all}/:id/instances`;
  const seeing = holding(...see);
  const editing = holding(edit);
  const watching = holding(watch);
  return {
    list: endpoint({
      method: "GET",
      path: at,
      summary: `Where a ${one} is at work or was, the newest first`,
      access: seeing,
      params,
      query: z.object({
        deleted: z
          .enum(["true", "false"])
          .default("false")
          .meta({ description: "Those that are deleted instead" }),
        ...paging(INSTANCES_PAGE),
      }),
      reply: z.object({ instances: z.array(automationInstance), more: z.boolean() }),
      under: "response",
    }),
    clashes: endpoint({
      method: "GET",
      path: `${at}/clashes`,
      summary: "Words that begin something else on a channel already",
      access: editing,
      params,
      query: z.object({ channelId: id, keywords }),
      reply: z.object({ clashes: z.array(clash) }),
      under: "response",
    }),
    create: endpoint({
      method: "POST",
      path: at,
      summary: `Puts the published version of a ${one} on a channel, and starts it if asked to`,
      access: editing,
      params,
      body: z.object({
        channelId: id,
        name: text(AUTOMATION.name).default(""),
        keywords,
        start: z.boolean().default(true),
      }),
      reply: automationInstance,
      under: "response",
    }),
    move: endpoint({
      method: "PUT",
      path: `${at}/:instanceId/state`,
      summary: "Schedules, starts, pauses, resumes, stops, deletes or restores it",
      access: editing,
      anew: true,
      params: instanceParams,
      body: z.object({
        action: z.enum(instanceActions, texts.actionWrong),
        at: time.optional().meta({ description: "When a scheduled one starts" }),
        letFinish: z.boolean().default(true).meta({
          description: "Whether open runs go on after it is stopped; otherwise they end now",
        }),
        skipOlder: z
          .int(errorsTexts.notNumber)
          .min(1, errorsTexts.notNumber)
          .max(MOST_MINUTES, errorsTexts.notNumber)
          .optional()
          .meta({
            description:
              "Minutes. Of what fell due before it is resumed, whatever is older is skipped: reminders aren't sent, waits end and say nothing",
          }),
        revision,
      }),
      reply: automationInstance,
      under: "response",
    }),
    version: endpoint({
      method: "PUT",
      path: `${at}/:instanceId/version`,
      summary: "Takes another version for people who enter from now on; runs stay in theirs",
      access: editing,
      params: instanceParams,
      body: z.object({ number: z.int().min(1), revision }),
      reply: automationInstance,
      under: "response",
    }),
    enter: endpoint({
      method: "POST",
      path: `${at}/:instanceId/entries`,
      summary: "Puts customers in whom the channel reaches",
      access: editing,
      params: instanceParams,
      body: z.object({
        id: z
          .uuid(texts.requestWrong)
          .meta({ description: "Of this request: sent again, nobody enters twice" }),
        customers: z.array(id).min(1, texts.nobody).max(MOST_ENTRIES, errorsTexts.tooMany(MOST_ENTRIES)),
      }),
      reply: z.object({
        entered: z.int(),
        left: z.array(
          z.object({
            id: z.string(),
            why: z.enum(["unknown", "erased", ...entryResults]),
            sentence: z.string(),
          }),
        ),
      }),
      under: "response",
    }),
    add: endpoint({
      method: "POST",
      path: `${at}/:instanceId/entries/all`,
      summary: `Puts customers into a started ${one} as a job: those who are named, and all who match`,
      access: editing,
      perMinute: 60,
      anew: true,
      params: instanceParams,
      body: z.object({
        filter: z.object(customerFilter).nullable().default(null),
        customerIds: namedIds.default([]),
      }),
      reply: jobProgress,
      under: "response",
    }),
    runs: endpoint({
      method: "GET",
      path: `${at}/:instanceId/runs`,
      summary: "Who is in it or was, the newest first",
      access: watching,
      params: instanceParams,
      query: z.object({ ...runsFilter, ...paging(RUNS_PAGE) }),
      reply: z.object({ runs: z.array(automationRun), more: z.boolean() }),
      under: "response",
    }),
    run: endpoint({
      method: "GET",
      path: `${at}/:instanceId/runs/:runId`,
      summary: `One customer's way, with its latest ${STEPS_SHOWN} steps`,
      access: watching,
      params: runParams,
      reply: z.object({
        run: automationRun,
        steps: z.array(runStep),
        variables: z
          .record(z.string(), z.unknown())
          .nullable()
          .meta({ description: "As they are now; null where the log does not keep all values" }),
        more: z.boolean(),
      }),
      under: "response",
    }),
    retryRun: endpoint({
      method: "POST",
      path: `${at}/:instanceId/runs/:runId/retry`,
      summary: "Tries it again for one customer, from the step where it failed, another one, or the start",
      access: editing,
      params: runParams,
      body: z.object({
        newest: z
          .boolean()
          .default(false)
          .meta({ description: "In the version that people enter now, where it has the step" }),
        from: z.enum(["failed", "start", "step"]).default("failed"),
        step: text(64).default("").meta({ description: "The id of the step from which it goes on" }),
      }),
      reply: z.null(),
      under: "response",
    }),
    endRun: endpoint({
      method: "POST",
      path: `${at}/:instanceId/runs/:runId/end`,
      summary: "Ends one customer's way",
      access: editing,
      params: runParams,
      reply: z.null(),
      under: "response",
    }),
  };
};

const journeys = door(
  {
    see: ["JOURNEYS.VIEW_PUBLISH", "JOURNEYS.VIEW_JOURNEYMONITOR"],
    edit: "JOURNEYS.EDIT",
    watch: "JOURNEYS.VIEW_JOURNEYMONITOR",
  },
  "/chatbird/api/journeys",
  "journey",
);
const encaps = door(
  { see: ["ENCAPS.VIEW"], edit: "ENCAPS.EDIT", watch: "ENCAPS.VIEW_EXECUTIONLOGS" },
  "/e/enterprise/campaigns",
  "encap",
);
/** The calls of each kind, for routes and tests that are the same for both. */
export const instanceDoors = { journey: journeys, encap: encaps } as const;

export const listPublications = endpoint({
  method: "GET",
  path: "/chatbird/api/journeys/published",
  summary: "Journeys by name, each with the channels that it is on, and all channels",
  access: holding("JOURNEYS.VIEW_PUBLISH", "JOURNEYS.VIEW_JOURNEYMONITOR"),
  query: z.object({
    name: text(100).default(""),
    instance: text(64)
      .default("")
      .meta({ description: "This one alone, whatever it does; nothing where it isn't there" }),
    ...paging(PUBLICATIONS_PAGE),
  }),
  reply: z.object({
    journeys: z.array(publication),
    channels: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        type: z.int(),
        number: z.string().meta({ description: "By which people reach it" }),
      }),
    ),
    more: z.boolean(),
  }),
  under: "response",
});

/** Journeys that people can be put into, at most. */
export const MOST_STARTED = 500;

export const listStartedJourneys = endpoint({
  method: "GET",
  path: "/chatbird/api/journeys/started",
  summary: "Journeys that are started, each on its channel, by name: customers can be put into them",
  access: holding("JOURNEYS.EDIT"),
  reply: z.object({
    journeys: z.array(
      z.object({ id: z.string(), instanceId: z.string(), name: z.string(), channel: z.string() }),
    ),
  }),
  under: "response",
});

export const {
  list: listJourneyInstances,
  clashes: listJourneyClashes,
  create: createJourneyInstance,
  move: moveJourneyInstance,
  version: setJourneyInstanceVersion,
  enter: enterJourneyInstance,
  add: addToJourneyInstance,
  runs: listJourneyRuns,
  run: getJourneyRun,
  retryRun: retryJourneyRun,
  endRun: endJourneyRun,
} = journeys;
export const {
  list: listEncapInstances,
  clashes: listEncapClashes,
  create: createEncapInstance,
  move: moveEncapInstance,
  version: setEncapInstanceVersion,
  enter: enterEncapInstance,
  add: addToEncapInstance,
  runs: listEncapRuns,
  run: getEncapRun,
  retryRun: retryEncapRun,
  endRun: endEncapRun,
} = encaps;
