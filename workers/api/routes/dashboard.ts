import type { Hono } from "hono";
import * as dashboardApi from "#workers/contract/endpoints/dashboard.ts";
import { waitingWork as waitingWorkApi } from "#workers/contract/endpoints/waiting-work.ts";
import { chatFigures } from "#workers/domain/dashboard/chat-figures.ts";
import { dashboardSummary } from "#workers/domain/dashboard/summary.ts";
import { waitingWork } from "#workers/domain/dashboard/waiting.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";

export function dashboardRoutes(app: Hono<AppEnv>): void {
  mount(app, dashboardApi.dashboardInfo, ({ query }, { ctx }) => chatFigures(ctx, query));
  mount(app, dashboardApi.dashboardSummary, (_, { ctx, directoryCtx, session }) =>
    dashboardSummary(ctx, directoryCtx, session.permissions),
  );
  mount(app, waitingWorkApi, (_, { ctx, session }) => waitingWork(ctx, session.permissions));
}
