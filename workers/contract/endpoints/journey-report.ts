import { z } from "zod";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import { graph } from "#workers/contract/automation/graph.ts";
import { runStates } from "#workers/contract/automation/run-states.ts";
import { endpoint, holding } from "../endpoint.ts";
import { text } from "../fields.ts";
import { isTimezone } from "../timezones.ts";
import { reportDays, stepFigures } from "./journey-monitor.ts";

/** Days of a report without others, and at most. */
export const REPORT_DAYS = { usual: 30, most: 400 } as const;
/** Journeys that a report offers. */
export const REPORT_JOURNEYS = 500;
/** People whose ways are looked at one by one, the latest who came in within the days. */
export const REPORT_PEOPLE = 2_000;
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

export const journeyReport = endpoint({
  method: "GET",
  path,
  summary: "How far customers got in a journey, step by step, and which milestones they reached",
  access: holding("JOURNEYS.VIEW_REPORTS", "JOURNEYS.VIEW_MILESTONEREPORT"),
  query: z.object(about),
  reply: z.object({
    journeys: z.array(z.object({ id: z.string(), name: z.string() })),
    id: z.string().nullable(),
    from: z.string(),
    to: z.string(),
    graph: graph.nullable().meta({ description: "As it is published; null where it never was" }),
    instances: z.array(z.object({ id: z.string(), name: z.string(), channel: z.string().nullable() })),
    steps: z.array(stepFigures),
    milestones: z.array(
      z.object({
        id: z.string(),
        reached: count,
        value: z.number().nullable(),
        medianMs: z.number().nullable().meta({
          description:
            "Since the milestone that they reached before it, or since they came in; of the latest",
        }),
      }),
    ),
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

export const reportParts = ["steps", "milestones", "paths", "variants", "channels", "hours"] as const;
export type ReportPart = (typeof reportParts)[number];

export const journeyReportCsv = endpoint({
  method: "GET",
  path: `${path}/csv`,
  summary: "One table of the report as a CSV",
  access: holding("JOURNEYS.VIEW_REPORTS", "JOURNEYS.VIEW_MILESTONEREPORT"),
  query: z.object({ ...about, timezone: zone, part: z.enum(reportParts, texts.partWrong) }),
  reply: z.null(),
  under: "response",
  file: "text/csv; charset=utf-8",
});
