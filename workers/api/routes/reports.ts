import type { Hono } from "hono";
import { endpoints } from "#workers/contract/endpoints.ts";
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

const { reports } = endpoints;

export function reportRoutes(app: Hono<AppEnv>): void {
  mount(app, reports.summary, ({ body }, { ctx }) => reportSummary(ctx, body));
  mount(app, reports.graph, ({ body }, { ctx }) => reportTrend(ctx, body));
  mount(app, reports.topIntents, ({ body }, { ctx }) => topIntents(ctx, body));
  mount(app, reports.messages, (input, { ctx }) => reportMessages(ctx, input));
  mount(app, reports.csv, async ({ query }, { ctx }) => {
    const { body, name } = await messagesCsv(ctx, query);
    return new FileReply(body, name);
  });
  mount(app, reports.flow, ({ body }, { ctx }) => conversationFlow(ctx, body));
  mount(app, reports.classification, ({ body }, { ctx }) => callClassification(ctx, body));
  mount(app, reports.emotions, ({ body }, { ctx }) => emotionReport(ctx, body));
}
