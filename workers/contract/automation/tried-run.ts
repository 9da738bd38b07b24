import { z } from "zod";
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

/** What a tester does: each becomes one cause of the engine. */
export const tryAct = z.discriminatedUnion("kind", [
  /** From a Start, or from another node. */
  z.strictObject({ kind: z.literal("start"), nodeId: key.optional() }),
  z.strictObject({ kind: z.literal("say"), text: z.string().min(1).max(4_000) }),
  z.strictObject({ kind: z.literal("press"), token: key, label: z.string().max(300) }),
  /** Time passes until the run wakes. */
  z.strictObject({ kind: z.literal("pass") }),
  z.strictObject({ kind: z.literal("result"), ok: z.boolean() }),
  /** Something that a run waits for happens: a status of a message, a payment, a chat that is closed. */
  z.strictObject({ kind: z.literal("event"), of: z.enum(waitKinds), key, what: z.string().max(100) }),
]);
export type TryAct = z.infer<typeof tryAct>;
