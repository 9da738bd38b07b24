import { type RecipientStatus, SETTLED } from "#workers/contract/broadcast.ts";

const DAY_MS = 86_400_000;
/** A call that is not confirmed is looked at so often, at most. */
const LOOK_MS = 3_600_000;

/** Reasons that leave somebody out of a fallback, too: they have refused, or the rules have. */
const NEVER = new Set<string | null>([
  "optOut",
  "offerCap",
  "invalidNumber",
  "unreadableRow",
  "cancelled",
  // A colleague has said that it arrived.
  SETTLED,
  // Meta's code: the person has stopped offers of this number within WhatsApp.
  "131050",
]);

/** A recipient of a message who has not been reached as far as is known: not delivered, read, clicked or replied. */
export interface Unreached {
  status: Extract<RecipientStatus, "queued" | "unknown" | "sent" | "failed" | "expired">;
  code: string | null;
  /** When their message was called, in milliseconds; null where it never was. */
  claimedAt: number | null;
  /** They want no such messages, or are being erased. */
  hasRefused: boolean;
}

/** The broadcast whose recipients they are. */
export interface First {
  createdAt: number;
  preparedAt: number | null;
  endedAt: number | null;
  /** Whether its channel says that a message has arrived. */
  reportsDelivery: boolean;
}

/** They get the fallback now; never; or that is to be seen, at that time or later (ms). */
export type Fate = "now" | "never" | { at: number };

/**
 * Decides on the fallback `afterMs` after the call, or after the recipients were known if there was none. A call that is
 * not confirmed may have arrived: it waits until a day after the end. Without receipts only failures count.
 */
export function fateOf(
  { status, code, claimedAt, hasRefused }: Unreached,
  { createdAt, preparedAt, endedAt, reportsDelivery }: First,
  { afterMs, now }: { afterMs: number; now: number },
): Fate {
  if (hasRefused || NEVER.has(code)) return "never";
  switch (status) {
    case "queued":
      return { at: now + afterMs };
    case "unknown": {
      const until = endedAt === null ? Infinity : endedAt + afterMs + DAY_MS;
      return now >= until ? "never" : { at: Math.min(until, now + Math.max(afterMs, LOOK_MS)) };
    }
    case "sent":
      return reportsDelivery ? dueAt() : "never";
    case "failed":
    case "expired":
      return dueAt();
    default:
      return status satisfies never;
  }

  function dueAt(): Fate {
    const at = (claimedAt ?? preparedAt ?? createdAt) + afterMs;
    return at <= now ? "now" : { at };
  }
}
