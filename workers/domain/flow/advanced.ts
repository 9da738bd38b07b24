import type { Effect } from "./effects.ts";
import type { Json } from "./json.ts";
import type { Run, Wait } from "./run.ts";

export interface Step {
  seq: number;
  node: string;
  /** The port by which the node was left; null while it waits, and where it is left without one. */
  port: string | null;
  outcome: "ok" | "skipped" | "error" | "timeout";
  /** Measured by who calls; 0 here. */
  ms: 0;
  in: Json;
  out: Json;
}

export interface Hit {
  key: string;
  milestoneId: string;
  at: number;
  value: number | null;
}

/** An addition to a node's roll-up; `port` is empty for one that is counted without a port. */
export interface Counted {
  node: string;
  port: string;
  entered: number;
  left: number;
  errors: number;
  timedOut: number;
  /** Of runs that were too old, where they were. */
  expired: number;
}

/** How long a node kept a run that has left it by now; of nodes that are left at once nothing is said. */
export interface Stayed {
  node: string;
  ms: number;
}

export interface Advanced {
  /** False where the cause was too old, came twice or fits nothing: everything is as it was, and nothing is to be written. */
  used: boolean;
  /** False where an event was left for somebody else, such as a reply that only made an exit rule hold. */
  took: boolean;
  run: Run;
  steps: Step[];
  effects: Effect[];
  /** All open waits from now on; those of before are gone. */
  waits: Wait[];
  milestones: Hit[];
  counters: Counted[];
  stays: Stayed[];
}
