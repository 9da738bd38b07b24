import type { RunState } from "#workers/contract/automation/run-states.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import type { SentFile } from "#workers/contract/sent-file.ts";
import type { Json } from "./json.ts";
import type { WaitKind } from "./run.ts";

interface Happened<Kind extends WaitKind> {
  /** Unique, so that an event that comes twice is used once. */
  id: string;
  kind: Kind;
  key: string;
  at: number;
}
export type RunEvent =
  | (Happened<"reply"> & { body: MessageBody; file?: SentFile })
  | (Happened<"button"> & { label: string })
  | (Happened<"event"> & { data?: Json })
  | (Happened<"form" | "flow"> & { values: Json })
  | (Happened<"payment"> & { status: "paid" | "expired" | "cancelled"; data?: Json })
  | (Happened<"child"> & { state: RunState; vars: Json })
  | (Happened<"chat"> & { what: "picked" | "missed" | "closed" })
  | (Happened<"bot"> & { what: "intent" | "handedOver" | "gaveUp"; intentId?: string; values?: Json })
  | (Happened<"message"> & { status: "delivered" | "read" | "failed" | "clicked" });

/** The answer to an effect that waits for one. `retryable` says that the reason may pass. */
export type CallResult =
  | { ok: true; data?: Json; status?: number }
  | { ok: false; code: string; sentence?: string; retryable: boolean; status?: number; data?: Json };

export type Cause =
  | { kind: "start" }
  /** With `skip`, one that comes too late: nothing is said until the run waits again. */
  | { kind: "timer"; seq: number; skip?: true }
  | { kind: "event"; event: RunEvent }
  | { kind: "result"; seq: number; result: CallResult }
  /** Again from the node that failed, from another one, or from the start. */
  | { kind: "retry"; nodeId?: string; fromStart?: boolean }
  /** Takes a waiting run from its node to another one of its flow; nothing where it has gone on by itself. */
  | { kind: "move"; seq: number; nodeId: string }
  /** Ends a waiting run from outside; only at the step `seq`, where one is named. */
  | {
      kind: "leave";
      state: "exited" | "cancelled" | "expired";
      code: string;
      sentence: string;
      seq?: number;
    };
