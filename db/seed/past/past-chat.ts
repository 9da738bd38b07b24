import type { Address } from "#workers/contract/inbound.ts";

/** A chat of the past, as it is played: who says and does what, and when. */
export interface PastChat {
  channel: { id: string; type: number };
  person: { address: Address; name: string };
  steps: readonly PastStep[];
}

/** Times are milliseconds since 1970; colleagues stand by their place in the list. */
export type PastStep = { at: number } & (
  | { says: string }
  | { by: number; does: PastAction }
  | { by: number; closes: string }
  | { by: number; labels: readonly string[] }
  /** Nobody has come in time. */
  | { misses: true }
);

export type PastAction =
  | {
      action: "picksUp" | "acceptTransfer";
    }
  | { action: "agentReplyChat" | "agentNote"; text: string }
  | { action: "transferChat"; departmentId: string; note: string }
  | { action: "transferChat"; to: number; note: string };

/** A call to the player of the past: chats of about one day. */
export interface PastDay {
  database: string;
  enterpriseId: string;
  colleagues: readonly { uId: string; name: string }[];
  /** Nothing that was said earlier is work of today. */
  before: number;
  chats: readonly PastChat[];
}

export interface PlayedDay {
  /** All that there are of the past by now. */
  chats: number;
  messages: number;
  /** Why some could not be played to their end; empty where all were. */
  failures: readonly string[];
}
