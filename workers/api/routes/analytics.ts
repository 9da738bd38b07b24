import type { Hono } from "hono";
import * as analyticsApi from "#workers/contract/endpoints/analytics.ts";
import { analyticsFrame } from "#workers/domain/analytics/frame-address.ts";
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
}
