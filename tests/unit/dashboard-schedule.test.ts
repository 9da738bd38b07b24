import { expect, test } from "vitest";
import type { DashboardSchedule } from "#workers/contract/own-dashboards.ts";
import { daysOfMail, nextMail } from "#workers/domain/dashboards/schedule.ts";

const of = (more: Partial<DashboardSchedule>): DashboardSchedule => ({
  every: "day",
  weekday: 0,
  monthday: 1,
  hour: 8,
  timeZone: "UTC",
  people: ["somebody"],
  ...more,
});
const next = (more: Partial<DashboardSchedule>, after: string) =>
  new Date(nextMail(of(more), Date.parse(after))).toISOString();
const days = (more: Partial<DashboardSchedule>, at: string) => {
  const { fromDate, toDate } = daysOfMail(of(more), Date.parse(at));
  return [fromDate, toDate];
};

test("a mail comes at its hour by the clocks of its zone, on its day, and never at the moment that has just been", () => {
  expect(next({}, "2031-03-03T07:59:59Z")).toBe("2031-03-03T08:00:00.000Z");
  expect(next({}, "2031-03-03T08:00:00Z")).toBe("2031-03-04T08:00:00.000Z");
  expect(next({ timeZone: "Asia/Kolkata" }, "2031-03-03T03:00:00Z")).toBe("2031-03-04T02:30:00.000Z");
  // 3 March 2031 is a Monday.
  expect(next({ every: "week", weekday: 6 }, "2031-03-03T08:00:00Z")).toBe("2031-03-09T08:00:00.000Z");
  expect(next({ every: "month", monthday: 28 }, "2031-02-28T09:00:00Z")).toBe("2031-03-28T08:00:00.000Z");
});

test("where clocks change, the hour stays what clocks show", () => {
  const timeZone = "Europe/Berlin";
  expect(next({ timeZone }, "2031-03-29T12:00:00Z")).toBe("2031-03-30T06:00:00.000Z");
  // The hour that the clocks leave out comes as long after their change.
  expect(next({ timeZone, hour: 2 }, "2031-03-29T12:00:00Z")).toBe("2031-03-30T01:00:00.000Z");
  // Of an hour that comes twice it is the first, once.
  const first = next({ timeZone, hour: 2 }, "2031-10-25T12:00:00Z");
  expect(first).toBe("2031-10-26T00:00:00.000Z");
  expect(next({ timeZone, hour: 2 }, first)).toBe("2031-10-27T01:00:00.000Z");
});

test("a mail is about the days since the one before it, up to yesterday, by the clocks of its zone", () => {
  expect(days({}, "2031-03-03T08:00:00Z")).toEqual(["2031-03-02", "2031-03-02"]);
  expect(days({ every: "week" }, "2031-03-03T08:00:00Z")).toEqual(["2031-02-24", "2031-03-02"]);
  expect(days({ every: "month" }, "2031-03-01T08:00:00Z")).toEqual(["2031-02-01", "2031-02-28"]);
  expect(days({ every: "month", monthday: 15 }, "2031-01-15T08:00:00Z")).toEqual([
    "2030-12-15",
    "2031-01-14",
  ]);
  expect(days({ timeZone: "Pacific/Auckland" }, "2031-03-02T19:00:00Z")).toEqual([
    "2031-03-02",
    "2031-03-02",
  ]);
});
