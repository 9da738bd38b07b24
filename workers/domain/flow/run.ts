import type { waitKinds } from "#workers/contract/automation/tried-run.ts";
import type { RunState } from "#workers/contract/automation/run-states.ts";
import type { Json } from "./json.ts";

/** Kinds of what a run waits for; `call` is the answer to an effect, `retry` the moment of the next attempt. */
export type WaitKind = (typeof waitKinds)[number];

export interface Wait {
  kind: WaitKind;
  /** With the kind, what an event is known by. */
  key: string;
  /** The step that waits. */
  seq: number;
  /** Milliseconds since 1970; all waits of a step end together, or with the first. */
  until: number;
}

/** A run as its row keeps it; all of it is JSON. */
export interface Run {
  id: string;
  state: RunState;
  customerId: string;
  channelId: string;
  /** Null before the first step. */
  nodeId: string | null;
  /** Of the latest step; its effects, waits and timer carry it. */
  seq: number;
  /** When it came to its node; null before the first one, and where nobody has noted it. */
  since: number | null;
  vars: Record<string, Json>;
  /** Nodes entered since the last wait for a person or for time, and how often each. */
  hops: number;
  visits: Record<string, number>;
  startedAt: number;
  /** 1 for a run that no other one started. */
  depth: number;
  /** Data that it came in with: of its trigger, and the row of a broadcast's file. */
  entry: { trigger?: Json; row?: Json };
  waits: Wait[];
  wakeAt: number | null;
  /** The present node's own notes between its steps. */
  memory: Json;
  /** Attempts of the present node that failed, and the key under which the first was made. */
  attempts: { count: number; key: string } | null;
  /** The values behind the names last, form, http, payment and error. */
  heard: { last?: Json; form?: Json; http?: Json; payment?: Json; error?: Json };
  /** Keys of the effects that nodes wait for by name, by node, and of the latest message under "". */
  sent: Record<string, string>;
  /** Ids of the latest events that were used. */
  used: string[];
  /** In the graph's error handler: a second error ends the run. */
  handling: boolean;
  reason: { code: string; sentence: string; nodeId: string | null } | null;
  outcome: string | null;
}

/** A run before its first step; `vars` are what it was started with. */
export const newRun = (
  given: Pick<Run, "id" | "customerId" | "channelId" | "startedAt"> &
    Partial<Pick<Run, "depth" | "entry" | "vars">>,
): Run => ({
  depth: 1,
  entry: {},
  vars: {},
  ...given,
  state: "waiting",
  nodeId: null,
  seq: 0,
  since: null,
  hops: 0,
  visits: {},
  waits: [],
  wakeAt: given.startedAt,
  memory: null,
  attempts: null,
  heard: {},
  sent: {},
  used: [],
  handling: false,
  reason: null,
  outcome: null,
});

/** The key of an effect, of a milestone or of the next one of the same step. */
export const keyAt = ({ id }: Pick<Run, "id">, seq: number, place: number): string =>
  `${id}:${seq}${place > 0 ? `.${place}` : ""}`;
