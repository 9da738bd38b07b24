import type { Hono } from "hono";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { type ActivityMove, type CampaignState, campaignStates } from "#workers/contract/campaign.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as activityEstimateApi from "#workers/contract/endpoints/activity-estimate.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";
import { getActivity } from "#workers/domain/campaigns/activity.ts";
import { listActivities } from "#workers/domain/campaigns/activities.ts";
import { getCampaign } from "#workers/domain/campaigns/campaign.ts";
import { chooseMessage } from "#workers/domain/campaigns/choose.ts";
import { cloneActivity, cloneCampaign } from "#workers/domain/campaigns/clone.ts";
import { countryCodes } from "#workers/domain/campaigns/countries.ts";
import { approveActivity, rejectActivity } from "#workers/domain/campaigns/decide.ts";
import { activityDays } from "#workers/domain/campaigns/days.ts";
import { activityPeople, estimateActivity, validateActivity } from "#workers/domain/campaigns/estimate.ts";
import { listCampaigns } from "#workers/domain/campaigns/list.ts";
import { deleteCampaign, moveCampaign } from "#workers/domain/campaigns/move.ts";
import {
  deleteActivity,
  moveActivity,
  moveActivityTo,
  type MovedActivity,
} from "#workers/domain/campaigns/move-activity.ts";
import { campaignReport, campaignReportCsv } from "#workers/domain/campaigns/report.ts";
import { campaignResponses } from "#workers/domain/campaigns/responses.ts";
import { campaignCsv } from "#workers/domain/campaigns/recipients-csv.ts";
import { campaignUrls } from "#workers/domain/campaigns/urls.ts";
import { createCampaign, updateCampaign } from "#workers/domain/campaigns/save.ts";
import { createActivity, updateActivity } from "#workers/domain/campaigns/save-activity.ts";
import { campaignFallbackStats, campaignStats } from "#workers/domain/campaigns/stats.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import type { AppEnv } from "../context.ts";
import { FileReply, type HandlerContext, may, mount, Reply, requirePermission } from "../mount.ts";
import { featuresIn } from "../features.ts";
import { untilRested, wakeSenders } from "../rest.ts";

const seesCustomers = (context: HandlerContext) => may(context, "CUSTOMER.VIEW");
const savingOf = (context: HandlerContext) => ({
  switches: featuresIn(context),
  seesCustomers: seesCustomers(context),
});
const seesAll = (context: HandlerContext) => may(context, ...campaignsApi.whoSees);

/** Activities, whose paths come before a campaign's own: that would take their word for an id. */
function activityRoutes(app: Hono<AppEnv>): void {
  mount(app, activitiesApi.listActivities, ({ query }, context) =>
    listActivities(context.ctx, query, seesAll(context)),
  );
  mount(app, activitiesApi.getActivity, ({ params }, context) =>
    getActivity(context.ctx, params.id, { seesCustomers: seesCustomers(context), seesAll: seesAll(context) }),
  );
  mount(
    app,
    activitiesApi.createActivity,
    async ({ params, body }, context) =>
      new Reply(await createActivity(context.ctx, params.id, body, savingOf(context)), texts.activityCreated),
  );
  mount(
    app,
    activitiesApi.updateActivity,
    async ({ params, body }, context) =>
      new Reply(await updateActivity(context.ctx, params.id, body, savingOf(context)), texts.activitySaved),
  );
  mount(app, activitiesApi.deleteActivity, async ({ params }, { ctx }) => {
    await deleteActivity(ctx, params.id);
    return new Reply(null, texts.activityDeleted);
  });
  mount(
    app,
    activitiesApi.cloneActivity,
    async ({ params, body }, context) =>
      new Reply(await cloneActivity(context.ctx, params.id, body, savingOf(context)), texts.activityCloned),
  );
  mount(
    app,
    activitiesApi.approveActivity,
    async ({ params, body }, { ctx }) =>
      new Reply(await approveActivity(ctx, params.id, body.revision), texts.activityMoved.approve),
  );
  mount(
    app,
    activitiesApi.rejectActivity,
    async ({ params, body }, { ctx }) =>
      new Reply(await rejectActivity(ctx, params.id, body), texts.activityMoved.reject),
  );
  mount(app, activityEstimateApi.estimateActivity, ({ params }, context) =>
    estimateActivity(context.ctx, params.id, {
      files: context.c.env.FILES,
      seesCustomers: seesCustomers(context),
    }),
  );
  mount(app, activityEstimateApi.listActivityPeople, ({ params, query }, context) =>
    activityPeople(context.ctx, params.id, query, {
      files: context.c.env.FILES,
      seesCustomers: seesCustomers(context),
    }),
  );
  mount(app, activitiesApi.activityDays, ({ params, query }, { ctx }) => activityDays(ctx, params.id, query));
  mount(app, activitiesApi.setActivityState, async ({ params, body }, context) => {
    if (body.state === campaignStates.deleted) requirePermission(context, "CAMPAIGNS.DELETE");
    const state = body.state as CampaignState;
    const moved = await moveActivityTo(context.ctx, params.id, state, featuresIn(context));
    return rested(context, moved, MOVE_TO[state] ?? "start");
  });
  mount(
    app,
    activitiesApi.chooseMessage,
    async ({ params, body }, { ctx }) =>
      new Reply(
        await chooseMessage(ctx, params.id, body),
        texts.comparison.chosen(texts.comparison.names[body.winner]),
      ),
  );
  // After all others of an activity: an action is any word.
  mount(app, activitiesApi.moveActivity, async ({ params: { id, action } }, context) => {
    const isMakers = action === "submit" || action === "withdraw";
    requirePermission(context, ...(isMakers ? MAKERS : STARTERS));
    return rested(context, await moveActivity(context.ctx, id, action, featuresIn(context)), action);
  });
}

const MAKERS = ["CAMPAIGNS.CREATE", "CAMPAIGNS.EDIT"] as const;
const STARTERS = ["CAMPAIGNS.START"] as const;
type Asked = Exclude<ActivityMove, "edit" | "complete" | "retry">;
const MOVE_TO: Partial<Record<CampaignState, Asked>> = {
  [campaignStates.paused]: "pause",
  [campaignStates.stopped]: "stop",
  [campaignStates.deleted]: "delete",
};

async function rested(
  context: HandlerContext,
  { id, state, approval, channelId, atWork }: MovedActivity,
  move: Asked,
) {
  if (move === "pause" || move === "stop") await untilRested(context, atWork);
  if (channelId !== "") wakeSenders(context, [channelId]);
  const said = state === campaignStates.scheduled ? "schedule" : move;
  return new Reply({ id, state, approval }, texts.activityMoved[said]);
}

/** After everything else below campaign/: a campaign's id is any word. */
export function campaignRoutes(app: Hono<AppEnv>): void {
  activityRoutes(app);
  mount(app, activityEstimateApi.validateActivity, ({ body }, context) =>
    validateActivity(context.ctx, body, { files: context.c.env.FILES, ...savingOf(context) }),
  );
  mount(app, campaignsApi.campaignReport, ({ query }, { ctx }) => campaignReport(ctx, query));
  mount(
    app,
    campaignsApi.campaignReportCsv,
    async ({ query }, { ctx }) =>
      new FileReply(
        await inDownloadSlot(ctx, "campaignReport", () => campaignReportCsv(ctx, query)),
        texts.fileName,
      ),
  );
  mount(app, campaignsApi.countryCodes, async () => countryCodes());
  mount(app, campaignsApi.listCampaigns, ({ query }, { ctx }) => listCampaigns(ctx, query));
  mount(
    app,
    campaignsApi.createCampaign,
    async ({ body }, { ctx }) => new Reply(await createCampaign(ctx, body), texts.created),
  );
  mount(app, campaignsApi.campaignStats, ({ params }, { ctx }) => campaignStats(ctx, params.id));
  mount(app, campaignsApi.campaignResponses, ({ params, query }, context) =>
    campaignResponses(context.ctx, params.id, query, seesCustomers(context)),
  );
  mount(app, campaignsApi.campaignFallbackStats, ({ params }, { ctx }) =>
    campaignFallbackStats(ctx, params.id),
  );
  mount(app, campaignsApi.campaignRecipientsCsv, async ({ params, query: { activityId } }, context) => {
    const { ctx } = context;
    const { name, begin } = await campaignCsv(ctx, params.id, activityId, {
      archive: context.c.env.FILES,
      seesCustomers: seesCustomers(context),
    });
    return new FileReply(await inDownloadSlot(ctx, "messages", begin), name);
  });
  mount(app, campaignsApi.campaignUrls, ({ params, query: { activityId } }, { ctx }) =>
    campaignUrls(ctx, params.id, activityId),
  );
  mount(
    app,
    campaignsApi.cloneCampaign,
    async ({ params, body }, { ctx }) => new Reply(await cloneCampaign(ctx, params.id, body), texts.cloned),
  );
  mount(app, campaignsApi.moveCampaign, async ({ params: { id, action } }, context) => {
    const { state, atWork, channelIds } = await moveCampaign(context.ctx, id, action);
    if (action !== "start") await untilRested(context, atWork);
    wakeSenders(context, channelIds);
    const isScheduled = state === campaignStates.scheduled;
    return new Reply({ id, state }, isScheduled ? texts.scheduled : texts.moved[action]);
  });
  mount(app, campaignsApi.getCampaign, ({ params }, { ctx }) => getCampaign(ctx, params.id));
  mount(
    app,
    campaignsApi.updateCampaign,
    async ({ params, body }, { ctx }) => new Reply(await updateCampaign(ctx, params.id, body), texts.saved),
  );
  mount(app, campaignsApi.deleteCampaign, async ({ params }, { ctx }) => {
    await deleteCampaign(ctx, params.id);
    return new Reply(null, texts.deleted);
  });
}
