import type { z } from "zod";
import type { NodeType } from "#workers/contract/automation/node-type.ts";
import type { Json } from "./json.ts";
import type { CallResult, RunEvent } from "./cause.ts";
import type { WaitKind } from "./run.ts";
import type { Scene } from "./scene.ts";

/** The way on from a node. */
export type Outcome =
  | { do: "leave"; port: string; out: Json; as: "ok" | "skipped" | "timeout" }
  | { do: "stay"; waits: { kind: WaitKind; key: string }[]; until: number; memory: Json; out: Json }
  | { do: "jump"; to: string }
  | { do: "end"; outcome: string };

export const leave = (port: string, out: Json = null, as: "ok" | "skipped" | "timeout" = "ok"): Outcome => ({
  do: "leave",
  port,
  out,
  as,
});

/** Waits for the first of these, or until a time in milliseconds since 1970. */
export const stay = (
  waits: { kind: WaitKind; key: string }[],
  until: number,
  { memory = null, out = null }: { memory?: Json; out?: Json } = {},
): Outcome => ({ do: "stay", waits, until, memory, out });

/** A cause that has reached the node that waits. */
export type Signal =
  /** Skipped: its time passed so long ago that somebody wants nothing of it any more. */
  | { kind: "timer"; skipped?: true }
  | { kind: "event"; event: RunEvent }
  | { kind: "result"; result: CallResult };

/** Everything that a type of node does; both throw a Trouble for an error. */
export interface Behaviour<Data = unknown> {
  enter: (scene: Scene, data: Data) => Outcome;
  /** Undefined where an event is not for it: the wait goes on, and somebody else may have it. */
  resume?: (scene: Scene, data: Data, signal: Signal) => Outcome | undefined;
}

export const behaves = <Schema extends z.ZodType>(
  _type: NodeType<Schema>,
  behaviour: Behaviour<z.output<Schema>>,
): Behaviour => behaviour as unknown as Behaviour;
