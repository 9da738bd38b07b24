import { z } from "zod";
import { automationNodesTexts as texts } from "#texts/automation-nodes.ts";
import { error, next, nodeType, port, tooLong, twice, valueUses } from "../node-type.ts";
import { clock, duration, durationUnits, partId, refId, timeout, valueSource } from "../parts.ts";

const { fields, describe, labels } = texts;

const offset = z.strictObject({
  amount: z.int(fields.amount).min(-3_650, fields.amount).max(3_650, fields.amount),
  unit: z.enum(durationUnits, fields.unit),
});
const until = z.discriminatedUnion(
  "kind",
  [
    /** Days and weeks end at the same clock in the customer's zone. */
    z.strictObject({ kind: z.literal("duration"), length: duration }),
    z.strictObject({ kind: z.literal("time"), at: valueSource }),
    /** A date, before or after it, at a clock of the customer's zone. */
    z.strictObject({
      kind: z.literal("date"),
      at: valueSource,
      offset: offset.optional(),
      clock: clock.optional(),
    }),
    /** When people answer next; the same hours by the customer's own clock if `own`. */
    z.strictObject({ kind: z.literal("open"), own: z.boolean().default(false) }),
  ],
  fields.choose,
);

export const wait = nodeType({
  group: "waits",
  label: labels.wait,
  schema: z.strictObject({ until }),
  ports: () => [next, error],
  uses: ({ until: given }) => ("at" in given ? valueUses("until.at", given.at) : []),
  describe: ({ until: given }) =>
    given.kind === "duration"
      ? describe.waitFor(given.length.amount, given.length.unit)
      : describe.wait[given.kind],
  waits: () => true,
  remarks: ({ until: given }) => (given.kind === "duration" ? tooLong("until.length", given.length) : []),
});

export const awaited = [
  "reply",
  "delivered",
  "read",
  "failed",
  "click",
  "event",
  "payment",
  "flow",
  "chatClosed",
  "runEnded",
] as const;
export type Awaited = (typeof awaited)[number];

const awaitedEvent = z.strictObject({
  id: partId,
  kind: z.enum(awaited, fields.choose),
  /** The key of an event by name. */
  key: z.string().min(1, fields.name).max(100, fields.long(100)).optional(),
  /** The node whose message, payment or journey it is about; the latest message without one. */
  of: refId.optional(),
});

export const waitFor = nodeType({
  group: "waits",
  label: labels.waitFor,
  schema: z.strictObject({
    events: z.array(awaitedEvent, fields.list).min(1, fields.list).max(10, fields.many(10)),
    timeout,
  }),
  ports: ({ events }) => [
    ...events.map((each) => port(`event:${each.id}`, each.key ?? texts.events[each.kind])),
    port("timeout"),
    error,
  ],
  uses: ({ events }) =>
    events.flatMap((each, at) =>
      each.of === undefined ? [] : [{ kind: "node", field: `events.${at}.of`, id: each.of }],
    ),
  describe: ({ events }) => describe.waitForEvents(events.map((each) => each.key ?? texts.events[each.kind])),
  waits: () => true,
  remarks: ({ events, timeout: length }) => [...twice("events", events), ...tooLong("timeout", length)],
});
