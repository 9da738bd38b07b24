import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { DASHBOARDS } from "../own-dashboards.ts";
import type { Refusals } from "../refusal.ts";

export const dashboardsCodes = {
  dashboardNameTaken: { status: 409, sentence: texts.nameTaken },
  dashboardsFull: { status: 409, sentence: texts.full(DASHBOARDS.most) },
} as const satisfies Refusals;
