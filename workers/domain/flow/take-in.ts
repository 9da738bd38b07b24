import { isOver, mayMove } from "#workers/contract/automation/run-states.ts";
import { wordsOf } from "#workers/contract/message-body.ts";
import { runLimits } from "#workers/contract/automation/limits.ts";
import type { Flow } from "./compile.ts";
import { bytesOf, type Json, toJson } from "./json.ts";
import type { Signal } from "./node.ts";
import type { Cause, RunEvent } from "./cause.ts";
import { fileIn } from "./file-in.ts";
import type { Run, WaitKind } from "./run.ts";

/** A run's next action. */
export type Turn =
  | { do: "enter"; nodeId: string; again?: true }
  | { do: "resume"; nodeId: string; signal: Signal }
  | { do: "leave"; state: "exited" | "cancelled" | "expired"; code: string; sentence: string };

export type NodeTurn = Exclude<Turn, { do: "leave" }>;

/** Waits for a person or for time: after one of these a run may go round again. */
const PATIENT: ReadonlySet<WaitKind> = new Set([
  "time",
  "reply",
  "button",
  "event",
  "form",
  "flow",
  "payment",
  "chat",
  "bot",
  "message",
]);
const MOST_USED = 10;
/** Reasons of an end that a graph may pass over. */
const REFUSALS: ReadonlySet<string> = new Set(["optOut", "blocked"]);

/** Finds where a cause takes hold, and the run as it is then; undefined for one that is too old, too early or not for it. */
export function takeIn(
  flow: Flow,
  run: Run,
  cause: Cause,
  now: number,
): { turn: Turn; run: Run } | undefined {
  if (cause.kind === "retry") return again(flow, run, cause.fromStart ? flow.start : cause.nodeId);
  if (cause.kind === "leave") {
    const { state, code, sentence, seq = run.seq } = cause;
    if (flow.ignoresOptOut && REFUSALS.has(code)) return undefined;
    return seq === run.seq && mayMove(run.state, state)
      ? { turn: { do: "leave", state, code, sentence }, run }
      : undefined;
  }
  if (isOver(run.state)) return undefined;
  if (cause.kind === "start") {
    if (run.nodeId !== null) return undefined;
    // The values it was given count as far as this version knows them.
    const given = Object.entries(run.vars).filter(([name]) => flow.variables.has(name));
    const vars = { ...flow.defaults, ...Object.fromEntries(given) };
    return { turn: { do: "enter", nodeId: flow.start ?? "" }, run: { ...run, vars } };
  }
  const { nodeId } = run;
  if (cause.kind === "move") {
    if (cause.seq !== run.seq) return undefined;
    return {
      turn: { do: "enter", nodeId: cause.nodeId },
      run: { ...run, hops: 0, visits: {}, handling: false },
    };
  }
  if (nodeId === null) return undefined;
  switch (cause.kind) {
    case "timer": {
      if (cause.seq !== run.seq || run.wakeAt === null || run.wakeAt > now) return undefined;
      if (run.waits.some(({ kind }) => kind === "retry")) {
        return { turn: { do: "enter", nodeId, again: true }, run };
      }
      return {
        turn: {
          do: "resume",
          nodeId,
          signal: { kind: "timer", ...(cause.skip && { skipped: true as const }) },
        },
        run: rested(run),
      };
    }
    case "result": {
      const isAwaited = run.waits.some(({ kind, seq }) => kind === "call" && seq === cause.seq);
      if (!isAwaited) return undefined;
      return {
        turn: { do: "resume", nodeId, signal: { kind: "result", result: cause.result } },
        run: rested(run),
      };
    }
    case "event": {
      const { event } = cause;
      const isAwaited = run.waits.some(({ kind, key }) => kind === event.kind && key === event.key);
      if (!isAwaited || run.used.includes(event.id)) return undefined;
      const used = [...run.used, event.id].slice(-MOST_USED);
      const heard = { ...run.heard, last: heardOf(event) };
      return {
        turn: { do: "resume", nodeId, signal: { kind: "event", event } },
        run: { ...rested(run), used, heard },
      };
    }
    default:
      return cause satisfies never;
  }
}

/** A run that has waited for somebody or for time counts its nodes anew. */
const rested = (run: Run): Run =>
  run.waits.some(({ kind }) => PATIENT.has(kind)) ? { ...run, hops: 0, visits: {}, handling: false } : run;

function again(
  flow: Flow,
  run: Run,
  wanted = run.nodeId ?? flow.start,
): { turn: Turn; run: Run } | undefined {
  if (run.state !== "failed" || wanted === undefined || !flow.nodes.has(wanted)) return undefined;
  const { error: _, ...heard } = run.heard;
  return {
    turn: { do: "enter", nodeId: wanted },
    run: { ...run, hops: 0, visits: {}, attempts: null, memory: null, handling: false, reason: null, heard },
  };
}

/** The name `last` after an event. */
function heardOf(event: RunEvent): Json {
  const cutText = (text: string): string => text.slice(0, runLimits.text);
  switch (event.kind) {
    case "reply": {
      const { body } = event;
      const file = fileIn(event);
      return toJson({
        kind: body.kind,
        text: cutText(wordsOf(body)),
        ...(body.kind === "location" && { latitude: body.latitude, longitude: body.longitude }),
        ...(file && { file }),
      });
    }
    case "button":
      return { kind: "button", text: cutText(event.label), label: cutText(event.label), token: event.key };
    case "event":
      return {
        kind: "event",
        event: bytesOf(event.data) > runLimits.varsBytes ? null : (event.data ?? null),
      };
    case "bot":
      // The bot's parameters by their names, such as {last.value.city}.
      return { kind: "bot", ...(event.values !== undefined && { value: event.values }) };
    default:
      return { kind: event.kind };
  }
}
