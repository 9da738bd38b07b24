import type { Hono } from "hono";
import * as analyticsApi from "#workers/contract/endpoints/analytics.ts";
import { showDashboard } from "#workers/contract/endpoints/dashboards.ts";
import { analyticsFrame } from "#workers/domain/analytics/frame-address.ts";
import { dashboardShown } from "#workers/domain/dashboards/show.ts";
import { DomainError } from "#workers/domain/error.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";
import { settingOf } from "../setting.ts";

export function analyticsRoutes(app: Hono<AppEnv>): void {
  mount(app, analyticsApi.analyticsFrame, ({ params }, { c, ctx }) =>
    analyticsFrame(ctx, params, {
      url: settingOf(c.env, "ANALYTICS_URL"),
      departmentId: settingOf(c.env, "ANALYTICS_DEPARTMENT_ID"),
    }),
  );
  mount(app, showDashboard, ({ query }, { ctx, session }) => {
    if (!session.enterprise.features.analytics) throw new DomainError("notFound");
    return dashboardShown(ctx, query);
  });
}
