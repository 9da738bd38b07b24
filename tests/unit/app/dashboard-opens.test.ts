import { expect, test } from "vitest";
import { screenOf } from "#app/routes/admin/analytics/opens.ts";
import { NO_FILTER } from "#workers/contract/own-dashboards.ts";

const days = { fromDate: "2026-11-01", toDate: "2026-11-07" };
const opened = (...[measure, filter]: [Parameters<typeof screenOf>[0], Parameters<typeof screenOf>[2]?]) =>
  screenOf(measure, days, filter)?.to;

test("a figure opens the screen of what it counts, with its days and what it is narrowed down to", () => {
  expect(opened("sent")).toBe("/admin/report?since=2026-11-01&until=2026-11-07");
  expect(opened("failedRate", { ...NO_FILTER, channelId: "c" })).toBe(
    "/admin/report?since=2026-11-01&until=2026-11-07&channel=c&status=failed",
  );
  expect(opened("botMessages", { ...NO_FILTER, botId: "b" })).toMatch(
    /^\/bots\/b\/nlp-report\/overview\?start=2026/,
  );
  expect(opened("journeyErrors")).toBe("/journey/reports?from=2026-11-01&to=2026-11-07");
  expect(opened("agentClosed", { ...NO_FILTER, departmentId: "d" })).toBe(
    "/chat/analytics?from=2026-11-01&to=2026-11-07&department=d",
  );
});

test("a figure opens nothing where no screen shows just what it counts", () => {
  expect(opened("received")).toBeUndefined();
  expect(opened("usedTurns")).toBeUndefined();
  expect(opened("chatsClosed", { ...NO_FILTER, channelId: "c" })).toBeUndefined();
});
