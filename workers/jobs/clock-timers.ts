import { instanceStarts } from "#workers/domain/automations/instances-move.ts";
import { instanceEnds } from "#workers/domain/automations/instances-runs-end.ts";
import { broadcastResumes, broadcastStarts } from "#workers/domain/broadcasts/starts.ts";
import { campaignEnds, campaignStarts } from "#workers/domain/campaigns/campaign-timers.ts";
import { comparisonEnds } from "#workers/domain/campaigns/comparisons.ts";
import { activityFallbacks } from "#workers/domain/campaigns/fallbacks.ts";
import { activityRuns } from "#workers/domain/campaigns/runs.ts";
import { chatsAssigned } from "#workers/domain/chats/assign.ts";
import { chatComesBack } from "#workers/domain/chats/come-back.ts";
import { offerLapses } from "#workers/domain/chats/lapse.ts";
import { chatTimesOut } from "#workers/domain/chats/time-out.ts";
import { scheduledEntries } from "#workers/domain/entries/scheduled.ts";
import { floorEnds } from "#workers/domain/messaging/floors.ts";
import { type TimerHandlers } from "#workers/domain/messaging/timers.ts";
import { videoCallEnds } from "#workers/domain/video/end.ts";
import { roomObject } from "#workers/domain/video/room-object.ts";
import type { Places } from "./places.ts";

/** The handlers of all kinds of timers. */
export const handlersOf = (env: JobsEnv, places: Places): TimerHandlers => ({
  floorEnds,
  chatTimesOut,
  chatsAssigned,
  chatComesBack,
  offerLapses,
  videoCallEnds: videoCallEnds((roomId) => endCall(env, roomId)),
  broadcastStarts,
  broadcastResumes,
  activityRuns,
  activityFallbacks,
  comparisonEnds,
  campaignStarts,
  campaignEnds,
  instanceStarts,
  instanceEnds,
  scheduledEntries: scheduledEntries(places.of),
});

/** The object of a call holds up no timer for longer; it is told again then. */
const CALL_ROOM_MS = 2_000;
const endCall = (env: JobsEnv, roomId: string): Promise<void> =>
  Promise.race([
    roomObject(env, roomId).end("chat"),
    scheduler.wait(CALL_ROOM_MS).then(() => {
      throw new Error("the call's object does not answer");
    }),
  ]);

/** Kinds whose handlers open jobs. */
export const OPEN_JOBS = [
  "broadcastStarts",
  "activityRuns",
  "activityFallbacks",
  "comparisonEnds",
  "instanceStarts",
] as const;
