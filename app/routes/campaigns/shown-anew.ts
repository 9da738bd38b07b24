import { invalidate } from "#app/data/query.ts";
import { keepLive } from "#app/realtime/keep-live.ts";
import { listBroadcasts } from "#workers/contract/endpoints/broadcasts.ts";
import { getActivity, listActivities } from "#workers/contract/endpoints/activities.ts";
import { estimateActivity } from "#workers/contract/endpoints/activity-estimate.ts";
import {
  campaignReport,
  campaignResponses,
  campaignStats,
  campaignUrls,
  getCampaign,
  listCampaigns,
} from "#workers/contract/endpoints/campaigns.ts";

/** Asks anew for the lists and figures of campaigns that are on the screen. */
const listedAnew = (): Promise<unknown> =>
  Promise.all([
    invalidate(listCampaigns),
    invalidate(getCampaign),
    invalidate(campaignStats),
    invalidate(campaignUrls),
    invalidate(listActivities),
  ]);

/** Asks anew for whatever of campaigns is on the screen: a move of one changes the figures of the other. */
export const shownAnew = (): Promise<unknown> =>
  Promise.all([
    listedAnew(),
    invalidate(getActivity),
    invalidate(estimateActivity),
    invalidate(campaignReport),
    invalidate(campaignResponses),
    invalidate(listBroadcasts),
  ]);

/** Shows makers and checkers what others do while they look; a form keeps the activity that it was opened with. */
export const listenForActivities = keepLive(
  "activityChanged",
  () => void listedAnew(),
  () => void listedAnew(),
);
