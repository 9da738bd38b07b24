/**
 * States of a payment link. `asked`: we want one, and the gateway has not confirmed it. `failed`: it was never made, or
 * nobody can say any more what became of it. The rest are the gateway's.
 */
export const linkStates = [
  "asked",
  "created",
  "partiallyPaid",
  "paid",
  "expired",
  "cancelled",
  "failed",
] as const;
export type LinkState = (typeof linkStates)[number];

/** The states of a link that a gateway can report. */
export type GatewayState = Exclude<LinkState, "asked" | "failed">;

/** All moves that there are. Whatever else is told, late or twice, changes nothing. */
export const linkMoves: Readonly<Record<LinkState, readonly LinkState[]>> = {
  asked: ["created", "partiallyPaid", "paid", "expired", "cancelled", "failed"],
  created: ["partiallyPaid", "paid", "expired", "cancelled", "failed"],
  partiallyPaid: ["partiallyPaid", "paid", "expired", "cancelled", "failed"],
  paid: [],
  expired: [],
  cancelled: [],
  failed: [],
};

/** States from which a link may come to this one. */
export const comesFrom = (to: LinkState): LinkState[] =>
  linkStates.filter((from) => linkMoves[from].includes(to));

/** States in which somebody may still pay, or we do not know better. */
export const openStates: readonly LinkState[] = linkStates.filter((state) => linkMoves[state].length > 0);

/** Reports that do not agree with what we know, and stay for people to look at. */
export const linkNotes = ["", "wrongAmount", "paidAfterEnd"] as const;
export type LinkNote = (typeof linkNotes)[number];

/** Gateways that are there; a second one is a folder of `workers/providers` and a word here. */
export const gateways = ["razorpay"] as const;
export type GatewayName = (typeof gateways)[number];

/** Where the gateway calls; behind it the name of the gateway and the account's id. */
export const PAYMENT_HOOK_PATH = "/api/webhooks/payments/";
/** The page to which the gateway leads people back. */
export const RETURN_PATH = "/transaction.html";
