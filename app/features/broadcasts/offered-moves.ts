import { type BroadcastAction, broadcastActions, mayMove } from "#workers/contract/broadcast.ts";
import type { BroadcastDetail } from "#workers/contract/endpoints/broadcasts.ts";
import { retriedOf } from "./figures.ts";

type Asked = Pick<BroadcastDetail, "status" | "counts" | "activityId" | "fallbackId" | "archivedAt">;

/**
 * The moves of a broadcast that its state allows now. A run is paused, stopped and retried here, the latter by who may start
 * activities; everything else is its activity's. Whom a run with a fallback failed to reach, that goes to.
 */
export const offeredMoves = (broadcast: Asked, mayStart: boolean): BroadcastAction[] =>
  broadcastActions.filter(
    (action) =>
      mayMove(action, broadcast.status) &&
      (action !== "retry" || hasRetriable(broadcast)) &&
      (broadcast.activityId === null || isOfRun(broadcast, action, mayStart)),
  );

const hasRetriable = ({ counts, archivedAt }: Asked): boolean => archivedAt === null && retriedOf(counts) > 0;

/** One that is paused has paused its activity, which is resumed first. */
const isOfRun = ({ status, fallbackId }: Asked, action: BroadcastAction, mayStart: boolean): boolean =>
  action === "pause" ||
  action === "stop" ||
  (action === "retry" && mayStart && status !== "paused" && fallbackId === null);
