/**
 * Statuses of something sent to somebody outside: a mail today, a message to a customer later. A status is the highest
 * fact that is known, so any order of events ends alike.
 */

/** From the lowest fact to the highest; a delivery proves the report of a failure wrong. */
export const statuses = ["queued", "unknown", "sent", "failed", "delivered", "read"] as const;
export type Status = (typeof statuses)[number];

/** Ends before anything was called: nothing follows them. */
export const endsBeforeCall = ["cancelled", "expired"] as const;

/** The statuses that `status` replaces. */
export const below = (status: Status): readonly Status[] => statuses.slice(0, statuses.indexOf(status));

/** The status after another fact has come. */
export const highest = (known: Status, fact: Status): Status => (below(fact).includes(known) ? fact : known);

const rank = (status: string): number => (statuses as readonly string[]).indexOf(status);

/** Whether a status that comes late is an older fact than the one known. An end before the call follows `queued` alone. */
export const isOlderFact = (status: string, known: string): boolean =>
  status === "queued" ? known !== "queued" : rank(status) !== -1 && rank(status) < rank(known);

/**
 * Outcome of a call: accepted; refused, which is final; certainly not accepted and worth another try; or broken off, so
 * that nobody knows. An unknown one is never sent again by itself.
 */
export const outcomes = ["sent", "failed", "later", "unknown"] as const;
export type Outcome = (typeof outcomes)[number];

/** Calls that one invocation may have open at a time: the platform's law, which it does not enforce locally. */
export const CALLS_AT_ONCE = 6;
