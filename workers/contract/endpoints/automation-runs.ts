import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { runStates } from "#workers/contract/automation/run-states.ts";
import { text, time } from "../fields.ts";
import { endsBeforeCall, statuses } from "../message.ts";
import { said } from "../said.ts";

/** A customer's way through a journey or an encap on the wire, and what lists of them are asked for. */

/** Runs whose steps are asked what they did, the latest. */
export const RUNS_LOOKED_AT = 5_000;
/** Steps that one look at a run shows, the latest, and messages. */
export const STEPS_SHOWN = 200;

const node = z.object({ id: z.string(), type: z.string(), name: z.string() });
export const automationRun = z.object({
  id: z.string(),
  state: z.enum(runStates),
  node: node.nullable().meta({ description: "Where it is, or was last" }),
  customer: z.object({ id: z.string().nullable(), name: z.string() }),
  version: z.int(),
  startedAt: time,
  endedAt: time.nullable(),
  wakeAt: time.nullable().meta({ description: "When time carries it on; null while it is paused, too" }),
  reason: said("Why it failed, or was ended"),
  outcome: z.string(),
});
export type AutomationRun = z.infer<typeof automationRun>;

/** A message that a step sent, and where it has come to. */
const stepMessage = z.object({
  id: z.string(),
  channel: z.string(),
  status: z.enum([...statuses, ...endsBeforeCall]),
  reason: said(),
  text: z.string().nullable().meta({ description: "Its words, for who sees the chat; else null" }),
  at: time,
});
export type StepMessage = z.infer<typeof stepMessage>;

export const runStep = z.object({
  seq: z.int(),
  node,
  port: z.string().nullable(),
  outcome: z.enum(["ok", "skipped", "error", "timeout"]),
  input: z.unknown(),
  output: z.unknown(),
  messages: z.array(stepMessage),
  at: time,
});
export type RunStep = z.infer<typeof runStep>;

/** The filter that a list's people match; without `did`, where they are now or were last. */
export const runsFilter = {
  state: z.enum(runStates).optional(),
  node: text(64).default(""),
  code: text(64).default("").meta({ description: "Why they failed" }),
  before: time.optional().meta({ description: "Who came to where they are before this" }),
  did: z
    .enum(["entered", "left", "errors", "timedOut", "expired"])
    .optional()
    .meta({
      description: `What they did at the node, by their logged steps; among the latest ${RUNS_LOOKED_AT}`,
    }),
  port: text(100).default("").meta({ description: "By which way they left" }),
  version: z.coerce
    .number(errorsTexts.notNumber)
    .int(errorsTexts.notNumber)
    .min(1, errorsTexts.notNumber)
    .optional(),
  since: time.optional().meta({ description: "They did it since then" }),
  until: time.optional().meta({ description: "And before then" }),
};
/** The same where it is a body, and as jobs keep it. */
export const runsFilterBody = z.object({
  ...runsFilter,
  version: z.int(errorsTexts.notNumber).min(1, errorsTexts.notNumber).optional(),
});
export type RunsFilter = z.infer<typeof runsFilterBody>;
