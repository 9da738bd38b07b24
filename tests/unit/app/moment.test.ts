import { expect, test } from "vitest";
import { momentText, monthBeside, readMoment, STEPS, steppedMoment, weeksOf } from "#app/lib/moment.ts";

test("a typed moment is year/month/day hour:minute:second, its fraction left out; empty is none, anything else wrong", () => {
  expect(readMoment("2026/11/14 03:15:30")).toBe("2026-11-14T03:15:30");
  expect(readMoment(" 2026/1/4 3:5:7.250 ")).toBe("2026-01-04T03:05:07");
  expect([readMoment(""), readMoment("  ")]).toEqual(["", ""]);
  for (const wrong of [
    "2026-11-14 03:15:30",
    "2026/11/14",
    "2026/02/30 00:00:00",
    "2026/11/14 24:00:00",
    "x",
  ]) {
    expect(readMoment(wrong), wrong).toBeNull();
  }
  expect(momentText("2026-11-14T03:15:30")).toBe("2026/11/14 03:15:30");
});

test("a press goes one hour, fifteen minutes or thirty seconds, over midnight and the year's end too", () => {
  expect(STEPS).toEqual({ hour: 3_600_000, minute: 900_000, second: 30_000 });
  expect(steppedMoment("2026-12-31T23:50:00", "minute", 1)).toBe("2027-01-01T00:05:00");
  expect(steppedMoment("2026-03-01T00:00:00", "second", -1)).toBe("2026-02-28T23:59:30");
  expect(steppedMoment("2026-11-14T03:00:00", "hour", -1)).toBe("2026-11-14T02:00:00");
});

test("a month is laid out in weeks from Monday", () => {
  const weeks = weeksOf("2026-11");
  expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(weeks.at(-1)?.[0]).toBe("2026-11-30");
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect([monthBeside("2026-12", 1), monthBeside("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});
