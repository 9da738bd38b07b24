import type { Hono } from "hono";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import * as analyticsApi from "#workers/contract/endpoints/analytics.ts";
import { showDashboard } from "#workers/contract/endpoints/dashboards.ts";
import * as ownApi from "#workers/contract/endpoints/own-dashboards.ts";
import { hostOf } from "#workers/contract/own-dashboards.ts";
import { analyticsFrame } from "#workers/domain/analytics/frame-address.ts";
import { searchChoices } from "#workers/domain/dashboards/choices.ts";
import { ownDashboardShown } from "#workers/domain/dashboards/figures.ts";
import {
  createOwnDashboard,
  deleteOwnDashboard,
  getOwnDashboard,
  listOwnDashboards,
  type Place,
  updateOwnDashboard,
} from "#workers/domain/dashboards/own.ts";
import { dashboardShown } from "#workers/domain/dashboards/show.ts";
import { tileCsv } from "#workers/domain/dashboards/tile-csv.ts";
import type { Viewer } from "#workers/domain/dashboards/viewer.ts";
import type { AppEnv } from "../context.ts";
import { requireFeature } from "../features.ts";
import { FileReply, type HandlerContext, mount, Reply } from "../mount.ts";
import { settingOf } from "../setting.ts";

export function analyticsRoutes(app: Hono<AppEnv>): void {
  mount(app, analyticsApi.analyticsFrame, ({ params }, { c, ctx }) =>
    analyticsFrame(ctx, params, {
      url: settingOf(c.env, "ANALYTICS_URL"),
      departmentId: settingOf(c.env, "ANALYTICS_DEPARTMENT_ID"),
    }),
  );
  mount(app, showDashboard, async ({ query }, context) => {
    const { permissions } = viewerIn(context);
    return dashboardShown({ ...context.ctx, directoryCtx: context.directoryCtx }, query, permissions);
  });
  mount(app, ownApi.listOwnDashboards, async (_, context) =>
    listOwnDashboards(context.ctx, viewerIn(context)),
  );
  mount(
    app,
    ownApi.createOwnDashboard,
    async ({ body }, context) =>
      new Reply(await createOwnDashboard(context.ctx, viewerIn(context), body), texts.created),
  );
  mount(app, ownApi.getOwnDashboard, async ({ params }, context) =>
    getOwnDashboard(context.ctx, context.directoryCtx, viewerIn(context), placeOf(params, context)),
  );
  mount(app, ownApi.searchDashboardChoices, async ({ params, query }, context) => {
    requireFeature(context, "analytics");
    return searchChoices(context.ctx, context.directoryCtx, params, query);
  });
  mount(
    app,
    ownApi.updateOwnDashboard,
    async ({ params, body }, context) =>
      new Reply(
        await updateOwnDashboard(context.ctx, viewerIn(context), placeOf(params, context), body),
        texts.saved,
      ),
  );
  mount(app, ownApi.deleteOwnDashboard, async ({ params }, context) => {
    await deleteOwnDashboard(context.ctx, viewerIn(context), params.id);
    return new Reply(null, texts.deleted);
  });
  mount(app, ownApi.showOwnDashboard, async ({ params, query }, context) =>
    ownDashboardShown(context.ctx, context.directoryCtx, viewerIn(context), placeOf(params, context), query),
  );
  mount(app, ownApi.ownTileCsv, async ({ params, query }, context) => {
    const { name, csv } = await tileCsv(context.ctx, context.directoryCtx, viewerIn(context), params, query);
    return new FileReply(csv, name);
  });
}

/** A dashboard, and the host whose pages it may show: that of bots' analytics, which the console's policy lets in. */
const placeOf = ({ id }: { id: string }, { c }: HandlerContext): Place => ({
  id,
  host: hostOf(settingOf(c.env, "ANALYTICS_URL") ?? ""),
});

/** The person who looks; throws notFound while the enterprise has no dashboards at all. */
function viewerIn(context: HandlerContext): Viewer {
  requireFeature(context, "analytics");
  const { user, permissions } = context.session;
  return { userId: user.id, roles: user.roles, permissions };
}
