import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { journeyReportTexts } from "#texts/journey-report.ts";
import { graph } from "#workers/contract/automation/graph.ts";
import type { StepCounts } from "#workers/contract/automation/report-rows.ts";
import { endpoint, holding } from "../endpoint.ts";
import { text, time } from "../fields.ts";
import { id } from "../ids.ts";
import type { Permission } from "../permissions.ts";
import { runsFilterBody } from "./automation-runs.ts";
import { namedIds } from "./customers.ts";
import { watching as socketBody } from "./watching.ts";

/** The monitor of a journey on a channel or of a launch of an encap: its steps in figures, what goes wrong, and what is done about it. */

/** Failed runs that are sorted by their causes, the latest. */
export const CAUSES_OF = 10_000;
/** Open runs that are asked whether they are stuck, the oldest. */
export const STUCK_OF = 5_000;
/** Stuck is who has been at a step for longer than this many times its median, and for longer than that. */
export const STUCK = { times: 3, leastMs: 60_000, leastRuns: 5, days: 90 } as const;

const count = z.int();
const node = z.object({ id: z.string(), type: z.string(), name: z.string() });
const params = z.object({ id, instanceId: id });

/** A step in figures, of a report or a drawing. */
export const stepFigures = z.object({
  node: z.string(),
  entered: count,
  left: count.meta({ description: "By whatever way, also the last ones" }),
  here: count.meta({ description: "Now, whenever they came in" }),
  errors: count,
  timedOut: count,
  expired: count.meta({ description: "Were in it for too long, and left from here" }),
  medianMs: z
    .number()
    .nullable()
    .meta({ description: "From coming to it until leaving it; from classes of time, to within a fifth" }),
  ways: z.array(z.object({ port: z.string(), left: count })),
}) satisfies z.ZodType<StepCounts>;

/** One version of a journey's people; all of them without it. */
export const ofVersion = z.coerce
  .number(errorsTexts.notNumber)
  .int(errorsTexts.notNumber)
  .min(1, errorsTexts.notNumber)
  .optional()
  .meta({ description: "Of this version alone; all of them without it" });

const day = z.iso.date(journeyReportTexts.daysWrong).optional();
/** Days of figures; without both the last thirty. */
export const reportDays = { from: day, to: day };

/** Minutes of the chart. */
export const MINUTES_SHOWN = 60;

export const peopleActs = ["mark", "unmark", "move", "end"] as const;
export type PeopleAct = (typeof peopleActs)[number];

const door = (edit: Permission, watch: Permission, all: string, one: string) => {
  const at = `${all}/:id/instances/:instanceId`;
  const watching = holding(watch);
  const editing = holding(edit);
  return {
    figures: endpoint({
      method: "GET",
      path: `${at}/figures`,
      summary: `How many people came to each step of ${one}, left it by which way, and are there now`,
      access: watching,
      params,
      query: z.object({
        ...reportDays,
        version: ofVersion,
      }),
      reply: z.object({
        from: z.string(),
        to: z.string(),
        versions: z.array(z.int()).meta({ description: "That anybody has entered, the newest first" }),
        version: z.int().meta({ description: "Whose drawing this is" }),
        graph,
        steps: z.array(stepFigures),
      }),
      under: "response",
    }),
    watch: endpoint({
      method: "POST",
      path: `${at}/watch`,
      summary: `Tells one's own socket of steps of ${one} as they are done: at most once a second, counted`,
      access: watching,
      params,
      body: z.object(socketBody),
      reply: z.null(),
      under: "response",
    }),
    troubles: endpoint({
      method: "GET",
      path: `${at}/troubles`,
      summary: `Why people failed in ${one}, by step and reason, and where people are stuck`,
      access: watching,
      params,
      reply: z.object({
        causes: z.array(
          z.object({
            node: node.nullable(),
            code: z.string(),
            sentence: z.string().meta({ description: "As the latest of them has it" }),
            runs: count,
            latestAt: time,
          }),
        ),
        more: z
          .boolean()
          .meta({ description: `Whether more than ${CAUSES_OF} people failed; older ones are left out` }),
        stuck: z.array(
          z.object({
            node,
            runs: count,
            medianMs: z.number(),
            before: time.meta({ description: "Who came to the step before this is stuck" }),
          }),
        ),
        onlyOldest: z.boolean().meta({ description: `Whether more than ${STUCK_OF} people are in it` }),
        jobId: z.string().nullable().meta({ description: "The work on its people that goes on" }),
      }),
      under: "response",
    }),
    minutes: endpoint({
      method: "GET",
      path: `${at}/minutes`,
      summary: `What happened in ${one} in each minute of the last hour`,
      access: watching,
      params,
      reply: z.object({
        minutes: z
          .array(z.object({ at: time, entered: count, steps: count, ended: count, failed: count }))
          .meta({ description: "The oldest first; the last one still goes on" }),
      }),
      under: "response",
    }),
    people: endpoint({
      method: "POST",
      path: `${at}/people`,
      summary: `Gives all people of a figure groups and labels or takes them off (with CUSTOMER.EDIT; \`startBulk\` undoes it), or takes those who are in it to another step or out of it, as a job`,
      access: editing,
      params,
      body: z.object({
        what: z.enum(peopleActs),
        filter: runsFilterBody.default({ node: "", code: "", port: "" }),
        markIds: namedIds.default([]).meta({ description: "Groups and labels" }),
        to: text(64).default("").meta({ description: "The step that they are taken to" }),
      }),
      reply: z.object({
        jobId: z.string(),
        kind: z.enum(["customers.bulk", "runs.sweep"]),
        people: count.meta({ description: "Customers, or who is in the journey" }),
      }),
      under: "response",
    }),
    sweep: endpoint({
      method: "POST",
      path: `${at}/sweeps`,
      summary: `Tries all again who failed at a step for a reason, or ends all who have been at a step since long`,
      access: editing,
      params,
      body: z.object({
        what: z.enum(["retry", "end"]),
        node: text(64).default("").meta({ description: "Where they failed, or are" }),
        code: text(64).default("").meta({ description: "Why they failed, of a retry" }),
        newest: z
          .boolean()
          .default(false)
          .meta({ description: "Of a retry: in the version that people enter now, where it has the step" }),
        from: z
          .enum(["failed", "start"])
          .default("failed")
          .meta({ description: "Of a retry: from the step where they failed, or from the start" }),
        before: time.optional().meta({ description: "Of an end: only who came to the step before this" }),
      }),
      reply: z.object({ jobId: z.string(), runs: count }),
      under: "response",
    }),
  };
};

const journeys = door(
  "JOURNEYS.EDIT",
  "JOURNEYS.VIEW_JOURNEYMONITOR",
  "/chatbird/api/journeys",
  "a journey on a channel",
);
const encaps = door(
  "ENCAPS.EDIT",
  "ENCAPS.VIEW_EXECUTIONLOGS",
  "/e/enterprise/campaigns",
  "a launch of an encap",
);
/** The calls of each kind, for routes, screens and tests that are the same for both. */
export const monitorDoors = { journey: journeys, encap: encaps } as const;

export const {
  figures: journeyFigures,
  watch: watchJourneyRuns,
  troubles: listJourneyTroubles,
  minutes: journeyMinutes,
  people: actOnJourneyPeople,
  sweep: sweepJourneyRuns,
} = journeys;
export const {
  figures: launchFigures,
  watch: watchLaunchRuns,
  troubles: listLaunchTroubles,
  minutes: launchMinutes,
  people: actOnLaunchPeople,
  sweep: sweepLaunchRuns,
} = encaps;
