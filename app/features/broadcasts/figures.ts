import { failedOf } from "#workers/contract/broadcast.ts";
import type { BroadcastCounts, BroadcastDetail } from "#workers/contract/endpoints/broadcasts.ts";

/** How many came at least so far: who has read it has been sent it too. */
export function reachedOf({ sent, delivered, read, replied, clicked }: BroadcastCounts) {
  return { sent: sent + delivered + read, delivered: delivered + read, read, replied, clicked };
}

/** Counts the recipients that another try might reach: those who failed, and those whose turn never came. */
export const retriedOf = (counts: BroadcastCounts): number => failedOf(counts) + counts.cancelled;

/** Share of the recipients of whom nothing more is to be done; 0 while there are none. */
export function doneOf({ total, queued }: BroadcastCounts): number {
  return total === 0 ? 0 : Math.max(0, Math.min(1, (total - queued) / total));
}

/** After its last call a broadcast still hears from most telephones for so long. */
const NEWS_MS = 2 * 60_000;

/** Whether its figures are likely to change from one moment to the next. */
export const isGoingOn = (
  { status, endedAt }: Pick<BroadcastDetail, "status" | "endedAt">,
  now: number,
): boolean => status === "processing" || (endedAt !== null && now - Date.parse(endedAt) < NEWS_MS);

/**
 * Seconds until everybody was sent it: at the pace of the last minute, else at the channel's rate. Undefined where neither
 * is known or nobody waits.
 */
export function secondsLeft({
  counts: { queued },
  sentLastMinute,
  ratePerSecond,
}: Pick<BroadcastDetail, "counts" | "sentLastMinute" | "ratePerSecond">): number | undefined {
  const pace = sentLastMinute > 0 ? sentLastMinute / 60 : ratePerSecond;
  return queued === 0 || pace <= 0 ? undefined : Math.ceil(queued / pace);
}
