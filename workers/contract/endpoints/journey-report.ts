import { z } from "zod";
import { graph } from "#workers/contract/automation/graph.ts";
import { endpoint, holding } from "../endpoint.ts";
import { text } from "../fields.ts";
import { reportDays, stepFigures } from "./journey-monitor.ts";

/** Days of a report without others, and at most. */
export const REPORT_DAYS = { usual: 30, most: 400 } as const;
/** Journeys that a report offers. */
export const REPORT_JOURNEYS = 500;

const count = z.int();

export const journeyReport = endpoint({
  method: "GET",
  path: "/chatbird/api/journeys/report",
  summary: "How far customers got in a journey, step by step, and which milestones they reached",
  access: holding("JOURNEYS.VIEW_REPORTS", "JOURNEYS.VIEW_MILESTONEREPORT"),
  query: z.object({
    id: text(64).default("").meta({ description: "A journey; without it the first one by name" }),
    instanceId: text(64).default("").meta({ description: "One launch of it; empty for all" }),
    ...reportDays,
  }),
  reply: z.object({
    journeys: z.array(z.object({ id: z.string(), name: z.string() })),
    id: z.string().nullable(),
    from: z.string(),
    to: z.string(),
    graph: graph.nullable().meta({ description: "As it is published; null where it never was" }),
    instances: z.array(z.object({ id: z.string(), name: z.string(), channel: z.string().nullable() })),
    steps: z.array(stepFigures),
    milestones: z.array(z.object({ id: z.string(), reached: count, value: z.number().nullable() })),
  }),
  under: "response",
});
