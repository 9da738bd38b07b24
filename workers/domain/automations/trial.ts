import { isChannelType, channelTypes } from "#workers/contract/channel-types.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { Pin } from "#workers/contract/automation/pin.ts";
import { CASES } from "#workers/contract/automation/test-case.ts";
import { isStopped, STOPPED, type TryAct, type TryStop } from "#workers/contract/automation/tried-run.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { contactOf } from "../audience/values.ts";
import { fieldRules } from "../customer-changes/field-rules.ts";
import type { FieldRow } from "../customers/live-fields.ts";
import { advance } from "../flow/advance.ts";
import type { Advanced } from "../flow/advanced.ts";
import type { CallResult, Cause, RunEvent } from "../flow/cause.ts";
import { compile, type Flow, type FlowNode } from "../flow/compile.ts";
import type { Json } from "../flow/json.ts";
import type { PublishedForm } from "../flow/library.ts";
import { newRun, type Run } from "../flow/run.ts";
import { withVariable } from "../flow/variables.ts";
import type { World } from "../flow/world.ts";
import { contactNames, NO_MARKS, type Place } from "../runs/contact-fields.ts";

/** A graph on which a customer is played who is none; all of it is in memory. */
export interface Trial {
  flow: Flow;
  pins: ReadonlyMap<string, Pin>;
  fields: readonly FieldRow[];
  /** Where the enterprise is: a test knows no hours in which people answer. */
  place: Place;
  forms: ReadonlyMap<string, PublishedForm>;
}
/** The customer who is played, and the channel. */
export interface Tester {
  channelType: number;
  customer: { name: string; phone: string };
}
export interface Played {
  run: Run;
  now: number;
  /** False: what was said or pressed is for somebody else. */
  took: boolean;
  advances: readonly Advanced[];
  path: { node: string; port: string | null; outcome: string }[];
  /** Steps whose pinned answers came. */
  pinned: string[];
}

const HOUR_MS = 3_600_000;
/** Pinned answers that may follow on each other: a circle of them waits for whoever tests. */
const MOST_PINNED = 20;
/** Waits that may end in one jump of the clock, as far as it can be kept: a reminder that comes for ever is shown so far. */
const MOST_WAKES = 100;

export const trialFlow = (graph: Graph, fields: readonly FieldRow[]): Flow =>
  compile(graph, { fields: contactNames(fields) });

export const trialOf = ({ nodes }: Graph, known: Omit<Trial, "pins">): Trial => ({
  ...known,
  pins: new Map(nodes.flatMap(({ id, pin }) => (pin ? [[id, pin]] : []))),
});

/** Somebody new; the same in each test, so that a split leads the same way each time. */
export const somebody = (startedAt: number, vars: Run["vars"] = {}): Run =>
  newRun({ id: "test", customerId: "test", channelId: "test", startedAt, vars });

interface Turn {
  run: Run;
  act: TryAct;
  now: number;
  stop?: TryStop | undefined;
}

/** Carries a run on by the engine that carries on everybody's. Throws Trouble for a variable that doesn't fit. */
export function play(trial: Trial, tester: Tester, turn: Turn, newId: () => string): Played {
  const { act, now, run } = turn;
  if (act.kind !== "pass" || act.ms === undefined) return playOnce(trial, tester, turn, newId);
  const until = now + act.ms;
  let all: Played = { run, now, took: true, advances: [], path: [], pinned: [] };
  for (let wakes = 0; wakes < MOST_WAKES && all.path.length < CASES.path; wakes++) {
    const { wakeAt } = all.run;
    if (wakeAt === null || wakeAt > until || isStopped(all.run)) break;
    const next = playOnce(
      trial,
      tester,
      { ...turn, run: all.run, now: all.now, act: { kind: "pass" } },
      newId,
    );
    all = {
      ...next,
      took: true,
      advances: [...all.advances, ...next.advances],
      path: [...all.path, ...next.path],
      pinned: [...all.pinned, ...next.pinned],
    };
  }
  const { wakeAt } = all.run;
  const isThere = wakeAt === null || wakeAt > until;
  return { ...all, now: isThere ? until : all.now };
}

function playOnce(trial: Trial, tester: Tester, { run, act, now, stop }: Turn, newId: () => string): Played {
  if (act.kind === "set") {
    const vars = withVariable(run.vars, trial.flow.variables, act.name, act.value);
    return { run: { ...run, vars }, now, took: true, advances: [], path: [], pinned: [] };
  }
  const at = act.kind === "pass" ? Math.max(now, run.wakeAt ?? 0) : now;
  const world = worldOf(trial, tester, at);
  const start = act.kind === "start" ? (act.nodeId ?? trial.flow.start) : undefined;
  const flow = start === undefined ? trial.flow : { ...trial.flow, start };
  const played = (before: Run, cause: Cause): Advanced =>
    advance(stopping(flow, stop, before.nodeId ?? start), before, cause, world);
  const advances = [played(run, causeOf(act, run, at, newId()))];
  const pinned: string[] = [];
  for (let last = advances[0]; last && pinned.length < MOST_PINNED; last = advances.at(-1)) {
    const answer = pinnedAnswer(trial, last.run, at, newId);
    if (!answer) break;
    pinned.push(last.run.nodeId ?? "");
    advances.push(played(last.run, answer));
  }
  const path = advances.flatMap(({ steps }) =>
    steps.map(({ node, port, outcome }) => ({ node, port, outcome })),
  );
  const last = advances.at(-1)?.run ?? run;
  const isHeld =
    stop !== undefined && last.waits.some(({ kind, key }) => kind === "event" && key === STOPPED);
  return {
    run: isHeld ? held(last, at) : last,
    now: at,
    took: advances[0]?.took ?? false,
    advances,
    // That it stops before a step is no step of the journey's.
    path: isHeld ? path.slice(0, -1) : path,
    pinned,
  };
}

function worldOf(
  { fields, forms, place }: Trial,
  { channelType: asked, customer }: Tester,
  now: number,
): World {
  const type = isChannelType(asked) ? asked : channelTypes.whatsApp;
  const capabilities = simulatorCapabilities(type);
  const { windowHours } = capabilities;
  return {
    now,
    salt: "test",
    facts: {
      contact: { ...NO_MARKS, ...contactOf({ ...customer, data: {}, row: {} }, fields) },
      properties: {},
      channel: {
        type,
        capabilities,
        windowUntil: windowHours === null ? null : now + windowHours * HOUR_MS,
      },
      hours: null,
      ...place,
      fields: fieldRules(fields),
      forms,
      test: true,
    },
  };
}

/** Stands in for a step before which a test stops: it waits, and does nothing. */
const standIn = ({ id, name }: FlowNode): FlowNode => ({
  id,
  name,
  type: "waitFor",
  data: {
    events: [{ id: "stopped", kind: "event", key: STOPPED }],
    timeout: { amount: 1, unit: "days" },
  },
  next: new Map(),
});

/** A flow that does what the step `current` does, and stops before others. */
function stopping(flow: Flow, stop: TryStop | undefined, current: string | undefined): Flow {
  if (!stop) return flow;
  const isStop = (id: string) => id !== current && (stop.when === "each" || stop.nodeId === id);
  return { ...flow, nodes: new StoppingNodes(flow.nodes, isStop) };
}

/** The nodes of a flow as the engine looks them up, one by one: a large graph is not copied for each turn of a test. */
class StoppingNodes extends Map<string, FlowNode> {
  readonly #nodes: Flow["nodes"];
  readonly #isStop: (id: string) => boolean;

  constructor(nodes: Flow["nodes"], isStop: (id: string) => boolean) {
    super();
    this.#nodes = nodes;
    this.#isStop = isStop;
  }

  override has(id: string): boolean {
    return this.#nodes.has(id);
  }

  override get(id: string): FlowNode | undefined {
    const node = this.#nodes.get(id);
    return node && this.#isStop(id) ? standIn(node) : node;
  }
}

/** A run that has come to a stand-in: as one that waits for the next attempt of its step, since that enters it once. */
const held = (run: Run, now: number): Run => ({
  ...run,
  waits: [{ kind: "retry", key: STOPPED, seq: run.seq, until: now }],
  wakeAt: now,
  memory: null,
});

function causeOf(act: Exclude<TryAct, { kind: "set" }>, run: Run, at: number, id: string): Cause {
  const { waits, seq } = run;
  switch (act.kind) {
    case "start":
      return { kind: "start" };
    case "pass":
    case "go":
      return { kind: "timer", seq };
    case "say": {
      const key = waits.find(({ kind }) => kind === "reply")?.key ?? "";
      return {
        kind: "event",
        event: { id, kind: "reply", key, at, body: { kind: "text", text: act.text } },
      };
    }
    case "press":
      return { kind: "event", event: { id, kind: "button", key: act.token, at, label: act.label } };
    case "result":
      return {
        kind: "result",
        seq: waits.find(({ kind }) => kind === "call")?.seq ?? seq,
        result: resultFor(run, act),
      };
    case "event":
      return { kind: "event", event: eventOf(act, { id, key: act.key, at }) };
    default:
      return act satisfies never;
  }
}

const resultOf = ({
  ok,
  code = "callFailed",
  status,
  data,
}: Omit<Extract<TryAct, { kind: "result" }>, "kind">): CallResult =>
  ok
    ? { ok, status: status ?? 200, data: (data ?? {}) as Json }
    : {
        ok,
        code,
        retryable: false,
        ...(code === "timeout" ? {} : { status: status ?? 500 }),
        ...(data !== undefined && { data: data as Json }),
      };

/** A gateway's answer in a test, as far as the tester leaves it open. */
const PLAYED_LINK = { url: "https://example.com/pay", reference: "test" };
const isPayment = ({ id, seq, sent }: Run): boolean => sent["#payment"] === `${id}:${seq}`;

function resultFor(run: Run, given: Parameters<typeof resultOf>[0]): CallResult {
  const result = resultOf(given);
  if (!result.ok || !isPayment(run)) return result;
  return { ...result, data: { ...PLAYED_LINK, ...(result.data as Record<string, Json>) } };
}

/** The event that a tester lets happen; one that does not fit its kind fits no wait either. */
function eventOf(
  { of, what, data = {} }: Extract<TryAct, { kind: "event" }>,
  base: { id: string; key: string; at: number },
): RunEvent {
  const [word = "", id] = what.split(":");
  const values = (data ?? {}) as Json;
  switch (of) {
    case "message":
      return { ...base, kind: of, status: word as "read" };
    case "chat":
      return { ...base, kind: of, what: word as "closed" };
    case "payment":
      return { ...base, kind: of, status: word as "paid", data: values };
    case "child":
      return { ...base, kind: of, state: word === "completed" ? "completed" : "failed", vars: values };
    case "bot":
      return { ...base, kind: of, what: word as "gaveUp", ...(id !== undefined && { intentId: id }) };
    case "form":
    case "flow":
      return { ...base, kind: of, values: typeof data === "object" ? values : {} };
    default:
      return { ...base, kind: "event", data: values };
  }
}

/** The pinned answer to what a run waits for; one that fails is no answer of a form or a payment. */
function pinnedAnswer({ pins }: Trial, run: Run, at: number, newId: () => string): Cause | undefined {
  const { state, nodeId, waits } = run;
  const pin = nodeId === null || state !== "waiting" ? undefined : pins.get(nodeId);
  if (!pin) return undefined;
  for (const { kind, key, seq } of waits) {
    const base = { id: newId(), key, at };
    if (kind === "call") return { kind: "result", seq, result: resultFor(run, pin) };
    if (kind === "child") {
      const what = pin.ok ? "completed" : "ended";
      return { kind: "event", event: eventOf({ kind: "event", of: kind, key, what, data: pin.data }, base) };
    }
    if (pin.ok && (kind === "form" || kind === "flow" || kind === "payment")) {
      const what = kind === "payment" ? "paid" : "submitted";
      return { kind: "event", event: eventOf({ kind: "event", of: kind, key, what, data: pin.data }, base) };
    }
  }
  return undefined;
}
