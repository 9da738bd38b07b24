import type { Hono } from "hono";
import { endpoints } from "#workers/contract/endpoints.ts";
import { analyticsFrame } from "#workers/domain/analytics/frame-address.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";
import { settingOf } from "../setting.ts";

export function analyticsRoutes(app: Hono<AppEnv>): void {
  mount(app, endpoints.analytics.frame, ({ params }, { c, ctx }) =>
    analyticsFrame(ctx, params, {
      url: settingOf(c.env, "ANALYTICS_URL"),
      departmentId: settingOf(c.env, "ANALYTICS_DEPARTMENT_ID"),
    }),
  );
}
