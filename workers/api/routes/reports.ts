import type { Hono } from "hono";
import * as reportsApi from "#workers/contract/endpoints/reports.ts";
import { callClassification } from "#workers/domain/reports/classification.ts";
import { emotionReport } from "#workers/domain/reports/emotions.ts";
import { conversationFlow } from "#workers/domain/reports/flow.ts";
import { messagesCsv } from "#workers/domain/reports/messages-csv.ts";
import { reportMessages } from "#workers/domain/reports/messages.ts";
import { reportSummary } from "#workers/domain/reports/summary.ts";
import { topIntents } from "#workers/domain/reports/top-intents.ts";
import { reportTrend } from "#workers/domain/reports/trend.ts";
import type { AppEnv } from "../context.ts";
import { mount, FileReply } from "../mount.ts";

export function reportRoutes(app: Hono<AppEnv>): void {
  mount(app, reportsApi.conversationsReport, ({ body }, { ctx }) => reportSummary(ctx, body));
  mount(app, reportsApi.graphReport, ({ body }, { ctx }) => reportTrend(ctx, body));
  mount(app, reportsApi.topIntent, ({ body }, { ctx }) => topIntents(ctx, body));
  mount(app, reportsApi.reportMessages, (input, { ctx }) => reportMessages(ctx, input));
  mount(app, reportsApi.messagesCsv, async ({ query }, { ctx }) => {
    const { body, name } = await messagesCsv(ctx, query);
    return new FileReply(body, name);
  });
  mount(app, reportsApi.conversationFlow, ({ body }, { ctx }) => conversationFlow(ctx, body));
  mount(app, reportsApi.callClassification, ({ body }, { ctx }) => callClassification(ctx, body));
  mount(app, reportsApi.emotionReport, ({ body }, { ctx }) => emotionReport(ctx, body));
}
