import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { Status } from "#workers/contract/message.ts";
import type { Refusal, Trouble } from "#workers/contract/simulator.ts";

/** How a refused call is answered, by its code: the HTTP status decides whether it is tried again. */
export const REFUSALS: Readonly<Record<Refusal, { http: number; reason: string }>> = {
  "131026": { http: 400, reason: texts.unreachable },
  "131047": { http: 400, reason: texts.windowClosed },
  "131049": { http: 400, reason: texts.heldBack },
  "130429": { http: 429, reason: texts.busy },
  "500": { http: 500, reason: texts.vendorDown },
};

/** So long after each other come statuses that are told in calls of their own. */
const APART_MS = 400;

export interface PlannedStatus {
  status: Status;
  /** When it is told, and the time that it names, in milliseconds. */
  due: number;
  at: number;
  code?: string;
  reason?: string;
}

/** Plans a message that was accepted at `now`: when the phone shows it, how far it gets, what is told of it. */
export function planOf(
  { failLater, delay, twice, disordered, silent }: Trouble,
  now: number,
): { shownAt: number; end: "delivered" | "read" | "failed"; statuses: PlannedStatus[] } {
  const shownAt = now + delay * 1_000;
  const end = failLater ? "failed" : disordered ? "read" : "delivered";
  if (silent) return { shownAt, end, statuses: [] };
  const sent: PlannedStatus = { status: "sent", due: now, at: now };
  const rest: PlannedStatus[] = failLater
    ? [
        {
          status: "failed",
          due: shownAt + APART_MS,
          at: shownAt,
          code: failLater,
          reason: REFUSALS[failLater].reason,
        },
      ]
    : [{ status: "delivered", due: shownAt, at: shownAt }];
  if (end === "read") rest.push({ status: "read", due: shownAt, at: shownAt });
  const ordered = [sent, ...rest];
  const inOrder = disordered
    ? ordered.toReversed().map((each, place) => ({ ...each, due: shownAt + place * APART_MS }))
    : ordered;
  return { shownAt, end, statuses: twice ? inOrder.flatMap(doubled) : inOrder };
}

/** The same again a little later, as by a vendor that missed our answer. */
export const doubled = (status: PlannedStatus): PlannedStatus[] => [
  status,
  { ...status, due: status.due + APART_MS },
];
