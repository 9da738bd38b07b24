/** Events of which an enterprise's own systems may be told, by the names under which they hear them. */
export const hookEvents = [
  "message.received",
  "message.status",
  "chat.opened",
  "chat.assigned",
  "chat.closed",
  "consent.changed",
  "broadcast.status",
  "bot.turn",
] as const;
export type HookEvent = (typeof hookEvents)[number];
/** Those that carry what customers have said: whoever may not read chats sends them nowhere, and finds no words in the log. */
export const WITH_WORDS: readonly HookEvent[] = ["message.received"];
/** Sent by hand, to see whether a receiver understands it. */
export const TEST_EVENT = "chatbird.test";

export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why a receiver was switched off by itself. */
export const offReasons = ["gone", "failing"] as const;
export type OffReason = (typeof offReasons)[number];

export const MOST_HOOKS = 20;
/** A receiver that has taken nothing for so long is switched off. */
export const FAILING_MS = 5 * 24 * 3_600_000;
/** After a new secret was made, both sign for so long. */
export const BOTH_SIGN_MS = 24 * 3_600_000;
/** Deliveries are kept for so long. */
export const DELIVERIES_KEPT_MS = 30 * 24 * 3_600_000;
/** Failed deliveries that one press sends again. */
export const MOST_REPLAYED = 5_000;
export const DELIVERIES_PAGE = 50;
