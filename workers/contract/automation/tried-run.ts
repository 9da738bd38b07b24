import { z } from "zod";
import { graphLimits } from "./limits.ts";
import { answerData } from "./pin.ts";
import { runStates } from "./run-states.ts";

/** A run as a test hands it back and forth: nothing of it is kept, so the whole state travels. */

const moment = z.number().min(0).max(8.64e15);
const count = z.int().min(0).max(100_000);
const json = z.json();
const key = z.string().max(300);
const heard = z.json().optional();

export const waitKinds = [
  "time",
  "retry",
  "call",
  "reply",
  "button",
  "event",
  "form",
  "flow",
  "payment",
  "child",
  "chat",
  "bot",
  "message",
] as const;

export const triedRun = z.strictObject({
  id: key,
  state: z.enum(runStates),
  customerId: key,
  channelId: key,
  nodeId: key.nullable(),
  seq: count,
  since: moment.nullable().default(null),
  vars: z.record(z.string().max(64), json),
  hops: count,
  visits: z.record(z.string().max(64), count),
  startedAt: moment,
  depth: count,
  entry: z.strictObject({ trigger: heard, row: heard }),
  waits: z.array(z.strictObject({ kind: z.enum(waitKinds), key, seq: count, until: moment })).max(200),
  wakeAt: moment.nullable(),
  memory: json,
  attempts: z.strictObject({ count, key }).nullable(),
  heard: z.strictObject({ last: heard, form: heard, http: heard, payment: heard, error: heard }),
  sent: z.record(key, key),
  used: z.array(key).max(20),
  handling: z.boolean(),
  reason: z.strictObject({ code: key, sentence: z.string().max(2_000), nodeId: key.nullable() }).nullable(),
  outcome: z.string().max(200).nullable(),
});

/** A test that stands before a step waits for whoever tests, as a run waits for its next attempt. */
export const STOPPED = "#stopped";
export const isStopped = ({ waits }: Pick<z.infer<typeof triedRun>, "waits">): boolean =>
  waits.some(({ kind, key: of }) => kind === "retry" && of === STOPPED);

/** Where a test stops by itself: before each step, or before one of them. */
export const tryStop = z.discriminatedUnion("when", [
  z.strictObject({ when: z.literal("each") }),
  z.strictObject({ when: z.literal("at"), nodeId: key }),
]);
export type TryStop = z.infer<typeof tryStop>;

/** The furthest jump of a test's clock: no run is older than a year. */
export const MOST_PASSED = 366 * 86_400_000;

const value = z.union([z.string().max(4_000), z.number(), z.boolean(), z.null()]);
const what = z.string().max(100);
const label = z.string().max(300);

const acts = [
  /** From a Start, or from another node; with variables that are set already. */
  z.strictObject({
    kind: z.literal("start"),
    nodeId: key.optional(),
    vars: z
      .record(z.string().max(64), value)
      .refine((vars) => Object.keys(vars).length <= graphLimits.variables)
      .optional(),
  }),
  z.strictObject({ kind: z.literal("say"), text: z.string().min(1).max(4_000) }),
  /** Time passes until the run wakes, or for so long: whatever falls due on the way happens at its time. */
  z.strictObject({ kind: z.literal("pass"), ms: z.int().min(1).max(MOST_PASSED).optional() }),
  /** The answer of another system; `code` says how it fails. */
  z.strictObject({
    kind: z.literal("result"),
    ok: z.boolean(),
    code: z.enum(["callFailed", "timeout"]).optional(),
    status: z.int().min(100).max(599).optional(),
    data: answerData.optional(),
  }),
  /** From where it has stopped. */
  z.strictObject({ kind: z.literal("go") }),
  z.strictObject({ kind: z.literal("set"), name: z.string().max(64), value }),
] as const;
const event = z.strictObject({
  kind: z.literal("event"),
  of: z.enum(waitKinds),
  what,
  data: answerData.optional(),
});
const press = z.strictObject({ kind: z.literal("press"), label });

/** The acts of a tester: each becomes one cause of the engine. */
export const tryAct = z.discriminatedUnion("kind", [
  ...acts,
  press.extend({ token: key }),
  /** Something that a run waits for happens: a status of a message, a payment, a chat that is closed. */
  event.extend({ key }),
]);
export type TryAct = z.infer<typeof tryAct>;

/** The same without what differs from test to test: buttons are found by their words, waits by what they wait for. */
export const caseAct = z.discriminatedUnion("kind", [...acts, press, event]);
export type CaseAct = z.infer<typeof caseAct>;
