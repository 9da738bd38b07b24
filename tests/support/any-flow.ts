import * as fc from "fast-check";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { portsOf } from "#workers/contract/automation/node-types.ts";
import { EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import type { Cause, RunEvent } from "#workers/domain/flow/cause.ts";
import type { Run } from "#workers/domain/flow/run.ts";
import { graphOf } from "./flow.ts";

/** Graphs of every type of node, connected at random, and causes that fit a run, come late, twice or fit nothing. */

const say = (text: string) => ({ variants: [{ channel: EVERY_CHANNEL, content: { kind: "text", text } }] });
const column = (value: string) => ({ type: "column", value });
const length = { amount: 2, unit: "hours" };
const retry = { most: 2, backoff: "fixed", seconds: 5 };
const request = { authType: 2, configId: "a1", path: "/{contact.city|none}" };
const two = [
  { id: "a", label: "A" },
  { id: "b", label: "B" },
];
const total = (value: string) => ({ variable: "total", type: "expression", value });

const DATA: [type: string, data: object][] = [
  ["sendMessage", say("Hello {contact.name|you}")],
  ["sendMessage", say("Hello {contact.city}")],
  ["sendTemplate", { templateId: "t", mapping: [{ variable: "n", ...column("contact.name") }], retry }],
  [
    "ask",
    {
      text: "How many?",
      answer: { kind: "number" },
      save: { to: "variable", name: "total" },
      reminder: { after: { amount: 1, unit: "hours" }, text: "Still?" },
    },
  ],
  ["ask", { text: "City?", save: { to: "field", name: "city" }, retries: 0 }],
  ["buttons", { text: "Which?", options: two, timeout: length }],
  ["form", { formId: "f", text: "Fill", button: "Open", timeout: length }],
  ["whatsappFlow", { flowId: "w", text: "Fill", button: "Open", timeout: length }],
  ["condition", { rows: [{ id: "r", when: { expression: "vars.total > 3.0" } }] }],
  ["split", { variants: two.map((each) => ({ ...each, share: 1 })) }],
  ["setVariables", { set: [total("vars.total + 1.0")] }],
  ["setVariables", { set: [total("vars.total / 0.0")] }],
  ["updateCustomer", { changes: [{ kind: "field", field: "city", value: column("vars.answer") }] }],
  ["wait", { until: { kind: "duration", length } }],
  ["wait", { until: { kind: "date", at: column("contact.renewal"), offset: { amount: -1, unit: "days" } } }],
  [
    "waitFor",
    {
      events: [
        { id: "a", kind: "reply" },
        { id: "b", kind: "event", key: "paid" },
        { id: "c", kind: "read" },
      ],
      timeout: length,
    },
  ],
  ["bot", { botId: "b", intents: two, timeout: length }],
  ["knowledge", { botId: "b", question: "{contact.name}", retry }],
  ["http", { request, retry, answers: [total("double(http.body.n)")] }],
  ["handOver", { wait: true, timeout: length }],
  ["sendMail", { to: "{contact.email}", subject: "Hi", text: "Hi", retry }],
  ["sendSms", { to: "{contact.number}", text: "Hi", retry }],
  ["payment", { amount: { type: "static", value: 5 }, currency: "INR", description: "x", expires: length }],
  ["milestone", { milestoneId: "m", value: column("vars.total") }],
  ["runJourney", { journeyId: "j", timeout: length, save: "thing" }],
  ["goTo", { node: "n1" }],
  ["end", { outcome: "done" }],
];

/** A valid graph but for its circles, which are the engine's to end. */
export const anyGraph: fc.Arbitrary<Graph> = fc
  .record({
    kinds: fc.array(fc.nat(DATA.length - 1), { minLength: 2, maxLength: 14 }),
    targets: fc.infiniteStream(fc.nat(99)),
    handled: fc.boolean(),
  })
  .map(({ kinds, targets, handled }) => {
    const nodes: Record<string, [string, object?]> = { n0: ["start"] };
    for (const [at, kind] of kinds.entries()) nodes[`n${at + 1}`] = DATA[kind] ?? ["end"];
    const edges = Object.entries(nodes).flatMap(([id, [type, data = {}]]) =>
      portsOf({ type, data: data as Record<string, unknown> }).flatMap((port) => {
        const target = targets.next().value;
        // One in five leads nowhere, errors more often; nothing leads to the start.
        if (target % 5 === 0 || (port.failure && target % 2 === 0)) return [];
        return [`${id}.${port.id} > n${1 + (target % kinds.length)}`];
      }),
    );
    return graphOf(nodes, edges, handled ? { errorHandler: "n1" } : {});
  });

/** The next event, as numbers: which cause it becomes depends on the run that it meets. */
export interface Happening {
  what: number;
  which: number;
  detail: number;
}
export const anyHappening: fc.Arbitrary<Happening> = fc.record({
  what: fc.nat(11),
  which: fc.nat(9),
  detail: fc.nat(9),
});

const pick = <T>(of: readonly T[], at: number): T => of[at % of.length] as T;

/** A cause for a run at a time; `before` are those that it has had. */
export function causeOf(
  { what, which, detail }: Happening,
  run: Run,
  now: number,
  before: readonly Cause[],
): Cause {
  if (run.nodeId === null) return { kind: "start" };
  if (what === 0 && before.length > 0) return pick(before, which);
  if (what === 1) return { kind: "retry", ...(detail > 6 && { nodeId: "n1" }) };
  if (what === 2 && detail < 3) {
    return {
      kind: "leave",
      state: pick(["exited", "cancelled", "expired"] as const, which),
      code: "x",
      sentence: "x",
    };
  }
  if (what <= 4) return { kind: "timer", seq: run.seq - (detail === 0 ? 1 : 0) };
  const wait = run.waits[which % Math.max(1, run.waits.length)];
  if (wait?.kind === "call" || wait === undefined)
    return { kind: "result", seq: run.seq - (detail === 9 ? 1 : 0), result: resultOf(detail) };
  return { kind: "event", event: eventOf(wait, detail, `${now}`) };
}

function resultOf(detail: number): Extract<Cause, { kind: "result" }>["result"] {
  if (detail < 5)
    return { ok: true, status: 200, data: { n: detail, answer: "Yes", url: "https://pay.test" } };
  if (detail < 7) return { ok: true, status: pick([302, 404, 503], detail), data: null };
  return { ok: false, code: "network", retryable: detail === 7 };
}

function eventOf({ kind, key }: Run["waits"][number], detail: number, id: string): RunEvent {
  const base = { id, key, at: 0 };
  const text = pick(["7", "Pune", "A", "stop"], detail);
  switch (kind) {
    case "button":
      return { ...base, kind, label: "A" };
    case "event":
      return { ...base, kind, data: { n: detail } };
    case "form":
    case "flow":
      return { ...base, kind, values: { city: "Pune" } };
    case "payment":
      return { ...base, kind, status: pick(["paid", "expired", "cancelled"] as const, detail) };
    case "child":
      return { ...base, kind, state: detail > 7 ? "failed" : "completed", vars: { x: 1 } };
    case "chat":
      return { ...base, kind, what: pick(["picked", "missed", "closed"] as const, detail) };
    case "bot":
      return {
        ...base,
        kind,
        what: pick(["intent", "handedOver", "gaveUp"] as const, detail),
        intentId: pick(["a", "z"], detail),
      };
    case "message":
      return { ...base, kind, status: pick(["delivered", "read", "failed", "clicked"] as const, detail) };
    default:
      return { ...base, kind: "reply", key: "ch1:c1", body: { kind: "text", text } };
  }
}
