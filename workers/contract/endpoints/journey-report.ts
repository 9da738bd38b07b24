import { z } from "zod";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import { COHORT_WEEKS } from "#workers/contract/automation/cohorts.ts";
import { graph } from "#workers/contract/automation/graph.ts";
import { runStates } from "#workers/contract/automation/run-states.ts";
import { endpoint, holding } from "../endpoint.ts";
import { text } from "../fields.ts";
import { isTimezone } from "../timezones.ts";
import { customerFilter } from "./customers.ts";
import { ofVersion, reportDays, stepFigures } from "./journey-monitor.ts";

/** Days of a report without others, and at most. */
export const REPORT_DAYS = { usual: 30, most: 400 } as const;
/** Journeys that a report offers. */
export const REPORT_JOURNEYS = 500;
/** People whose ways are looked at one by one, the latest who came in within the days. */
export const REPORT_PEOPLE = 2_000;
/** People who are asked for their groups and labels, the latest who came in within the days. */
export const SEGMENT_OF = 10_000;
/** Ways that are shown, the most frequent. */
export const REPORT_PATHS = 20;

const count = z.int();
const path = "/chatbird/api/journeys/report";
const about = {
  id: text(64).default("").meta({ description: "A journey; without it the first one by name" }),
  instanceId: text(64).default("").meta({ description: "One launch of it; empty for all" }),
  ...reportDays,
};
const zone = z
  .string()
  .max(64)
  .refine(isTimezone, broadcastsTexts.zoneWrong)
  .default("UTC")
  .meta({ description: "Of the hours of a week" });

const milestones = z.array(
  z.object({
    id: z.string(),
    reached: count,
    value: z.number().nullable(),
    medianMs: z.number().nullable().meta({
      description: "Since the milestone that they reached before it, or since they came in; of the latest",
    }),
  }),
);

export const journeyReport = endpoint({
  method: "GET",
  path,
  summary: "How far customers got in a journey, step by step, and which milestones they reached",
  access: holding("JOURNEYS.VIEW_REPORTS", "JOURNEYS.VIEW_MILESTONEREPORT"),
  query: z.object({ ...about, version: ofVersion }),
  reply: z.object({
    journeys: z.array(z.object({ id: z.string(), name: z.string() })),
    id: z.string().nullable(),
    from: z.string(),
    to: z.string(),
    versions: z.array(z.int()).meta({ description: "That anybody has entered, the newest first" }),
    graph: graph.nullable().meta({
      description: "As it is published, or of the version that is asked for; null where it never was",
    }),
    instances: z.array(z.object({ id: z.string(), name: z.string(), channel: z.string().nullable() })),
    steps: z.array(stepFigures),
    milestones: milestones.meta({ description: "Of all versions; empty where one is asked for" }),
  }),
  under: "response",
});

const milestone = text(64)
  .default("")
  .meta({ description: "Whose reaching is counted; empty: getting to an end" });

export const journeyCohorts = endpoint({
  method: "GET",
  path: `${path}/cohorts`,
  summary: "How many of those who came in within a week reached a milestone, or an end, by which week",
  access: holding("JOURNEYS.VIEW_REPORTS", "JOURNEYS.VIEW_MILESTONEREPORT"),
  query: z.object({ ...about, milestone }),
  reply: z.object({
    milestones: z
      .array(z.string())
      .meta({ description: "That can be asked for, in the order of the drawing" }),
    cohorts: z.array(
      z.object({
        week: z
          .string()
          .meta({ description: "Its Monday (UTC); whole weeks that the days touch, the latest first" }),
        entered: count,
        reached: z.array(count.nullable()).meta({
          description: `By the end of the week in which they came in, and of up to ${COHORT_WEEKS} after it; null for weeks to come`,
        }),
        ever: count.meta({ description: "Until now, also later than that" }),
      }),
    ),
  }),
  under: "response",
});

const segment = {
  groups: customerFilter.groups,
  tags: customerFilter.tags.meta({
    description: "Labels; people are in one of the groups and have one of the labels",
  }),
};

export const journeySegment = endpoint({
  method: "GET",
  path: `${path}/segment`,
  summary: "How far those got who are in some groups now, or have some labels, step by step",
  access: holding("JOURNEYS.VIEW_REPORTS"),
  query: z.object({ ...about, ...segment }),
  reply: z.object({
    looked: count.meta({ description: `The latest who came in within the days, at most ${SEGMENT_OF}` }),
    people: count.meta({ description: "How many of these are in the groups, and have the labels, now" }),
    completed: count,
    steps: z.array(stepFigures).meta({ description: "By their logged steps, each person once at each step" }),
    milestones: z.array(z.object({ id: z.string(), reached: count })),
  }),
  under: "response",
});

const difference = z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable().meta({
  description: "Of the share, to that of the first way, with its 95 % interval; null for the first",
});

export const journeyReportParts = endpoint({
  method: "GET",
  path: `${path}/parts`,
  summary: "Ways through a journey, variants against each other, its channels, and when people come in",
  access: holding("JOURNEYS.VIEW_REPORTS"),
  query: z.object({ ...about, timezone: zone }),
  reply: z.object({
    people: count.meta({ description: `Of whom paths and variants are: the latest ${REPORT_PEOPLE}` }),
    paths: z.array(z.object({ nodes: z.array(z.string()), state: z.enum(runStates), runs: count })),
    goal: z
      .enum(["milestone", "completed"])
      .meta({ description: "What counts as success of a variant: any milestone, where the journey has one" }),
    splits: z.array(
      z.object({
        node: z.string(),
        variants: z.array(
          z.object({
            port: z.string(),
            runs: count,
            reached: count,
            difference,
            tells: z.boolean().meta({ description: "Whether there are enough, and chance is unlikely" }),
          }),
        ),
      }),
    ),
    channels: z.array(
      z.object({ id: z.string(), name: z.string().nullable(), entered: count, here: count, reached: count }),
    ),
    hours: z.array(
      z.object({ weekday: count.meta({ description: "0: Monday" }), hour: count, entered: count }),
    ),
  }),
  under: "response",
});

export const reportParts = [
  "steps",
  "milestones",
  "cohorts",
  "segment",
  "paths",
  "variants",
  "channels",
  "hours",
] as const;
export type ReportPart = (typeof reportParts)[number];

export const journeyReportCsv = endpoint({
  method: "GET",
  path: `${path}/csv`,
  summary: "One table of the report as a CSV",
  access: holding("JOURNEYS.VIEW_REPORTS", "JOURNEYS.VIEW_MILESTONEREPORT"),
  query: z.object({
    ...about,
    timezone: zone,
    version: ofVersion,
    milestone,
    ...segment,
    part: z.enum(reportParts, texts.partWrong),
  }),
  reply: z.null(),
  under: "response",
  file: "text/csv; charset=utf-8",
});
