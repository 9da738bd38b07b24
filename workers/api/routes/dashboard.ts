import type { Hono } from "hono";
import { endpoints } from "#workers/contract/endpoints.ts";
import { chatFigures } from "#workers/domain/dashboard/chat-figures.ts";
import { dashboardSummary } from "#workers/domain/dashboard/summary.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";

const { dashboard } = endpoints;

export function dashboardRoutes(app: Hono<AppEnv>): void {
  mount(app, dashboard.info, ({ query }, { ctx }) => chatFigures(ctx, query));
  mount(app, dashboard.summary, (_, { ctx, directoryCtx, session }) =>
    dashboardSummary(ctx, directoryCtx, session.permissions),
  );
}
