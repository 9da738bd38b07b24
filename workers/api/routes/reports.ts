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
import { mount, Sent } from "../mount.ts";

const { reports } = endpoints;

export function reportRoutes(app: Hono<AppEnv>): void {
  mount(app, reports.summary, ({ body }, { scope }) => reportSummary(scope, body));
  mount(app, reports.graph, ({ body }, { scope }) => reportTrend(scope, body));
  mount(app, reports.topIntents, ({ body }, { scope }) => topIntents(scope, body));
  mount(app, reports.messages, (input, { scope }) => reportMessages(scope, input));
  mount(app, reports.csv, async ({ query }, { scope }) => {
    const { body, name } = await messagesCsv(scope, query);
    return new Sent(body, name);
  });
  mount(app, reports.flow, ({ body }, { scope }) => conversationFlow(scope, body));
  mount(app, reports.classification, ({ body }, { scope }) => callClassification(scope, body));
  mount(app, reports.emotions, ({ body }, { scope }) => emotionReport(scope, body));
}
