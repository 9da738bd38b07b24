import { z } from "zod";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { endpoint, holding } from "../endpoint.ts";
import { paging, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { watching } from "./watching.ts";

/** The log of all encaps: each step of each person, and the whole at a glance. */

export const LOGS_PAGE = 50;
/** Days that are shown where no time is asked for. */
export const LOG_DAYS_SHOWN = 7;
export const STEP_OUTCOMES = ["ok", "skipped", "error", "timeout"] as const;
export type StepOutcome = (typeof STEP_OUTCOMES)[number];

const all = "/e/enterprise/campaigns";
const named = z.object({ id: z.string(), name: z.string() });

const step = z.object({
  runId: z.string(),
  seq: z.int(),
  at: time,
  encap: named,
  launch: named,
  node: z.object({ id: z.string(), type: z.string(), name: z.string() }),
  port: z.string().nullable(),
  outcome: z.enum(STEP_OUTCOMES),
  customer: z.object({ id: z.string().nullable(), name: z.string() }),
});
export type LoggedStep = z.infer<typeof step>;

const filter = {
  encap: text(64).default(""),
  instance: text(64).default(""),
  outcome: z.enum(STEP_OUTCOMES).optional(),
  node: text(64).default("").meta({ description: "A step's id" }),
  customer: text(100).default("").meta({ description: "A part of a name" }),
  since: time.optional().meta({ description: `Without one, the last ${LOG_DAYS_SHOWN} days` }),
  until: time.optional(),
};

const access = holding("ENCAPS.VIEW_EXECUTIONLOGS");

export const listEncapLogs = endpoint({
  method: "GET",
  path: `${all}/logs`,
  summary: "Steps of all encaps, the newest first, and the launches to choose from",
  access,
  query: z.object({ ...filter, ...paging(LOGS_PAGE) }),
  reply: z.object({
    steps: z.array(step),
    launches: z.array(named.extend({ encap: named })),
    more: z.boolean(),
    total,
  }),
  under: "response",
});

export const exportEncapLogs = endpoint({
  method: "GET",
  path: `${all}/logs/csv`,
  summary: "The same as CSV, whole",
  access,
  query: z.object(filter),
  reply: z.null(),
  under: "response",
  file: "text/csv; charset=utf-8",
});

export const watchEncapLogs = endpoint({
  method: "POST",
  path: `${all}/logs/watch`,
  summary: "Tells one's own socket of steps of all encaps as they are done: at most once a second, counted",
  access,
  body: z.object(watching),
  reply: z.null(),
  under: "response",
});

/** Launches that a dashboard lists. */
export const DASHBOARD_LAUNCHES = 20;

export const encapDashboard = endpoint({
  method: "GET",
  path: `${all}/dashboard`,
  summary: "Encaps at a glance: launches by state, people in them, what fails, and what starts next",
  access: holding("ENCAPS.VIEW"),
  query: z.object({
    state: z.coerce
      .number()
      .pipe(
        z.literal([
          INSTANCE.created,
          INSTANCE.scheduled,
          INSTANCE.started,
          INSTANCE.paused,
          INSTANCE.stopped,
        ]),
      )
      .default(INSTANCE.started)
      .meta({ description: "Of the launches that are listed" }),
  }),
  reply: z.object({
    states: z.array(z.object({ state: z.int(), count: z.int() })),
    openRuns: z.int(),
    failures: z.int().meta({ description: "Runs that failed within 24 hours" }),
    messages: z.int().meta({ description: "Steps that sent a message within 7 days" }),
    launches: z
      .array(named.extend({ encap: named, channel: z.string(), openRuns: z.int(), startAt: time.nullable() }))
      .meta({ description: "In the state that is asked for, the newest first" }),
    next: z
      .array(named.extend({ encap: named, channel: z.string(), startAt: time }))
      .meta({ description: "Scheduled ones, the next first" }),
    worst: z
      .array(z.object({ encap: named, node: step.shape.node, errors: z.int() }))
      .meta({ description: "Steps with the most errors within 7 days" }),
  }),
  under: "response",
});
