import { expect, test, vi } from "vitest";
import { byDay, byHour, daysIn, timeOf } from "#app/routes/chats/analytics/figures.ts";

const daysUpTo = (now: Date, days: number) => timeOf(daysIn(new URLSearchParams(`days=${days}`), now));
const local = (day: number, hour: number) => new Date(2026, 10, day, hour, 30).toISOString();

test("a period is whole days by the reader's clock, today the last", () => {
  const { since, until } = daysUpTo(new Date(2026, 10, 23, 15), 7);
  expect(new Date(since)).toEqual(new Date(2026, 10, 17));
  expect(new Date(until)).toEqual(new Date(2026, 10, 24));
});

test("each day of a period has a bar, and each hour counts on the reader's day", () => {
  const bars = byDay(
    [
      { at: local(21, 0), started: 4, closed: 2, missed: 1 },
      { at: local(21, 23), started: 1, closed: 1, missed: 0 },
      { at: local(23, 9), started: 0, closed: 0, missed: 4 },
      // Outside: an hour that the period's edge cuts.
      { at: local(24, 0), started: 9, closed: 9, missed: 9 },
    ],
    timeOf(daysIn(new URLSearchParams("from=2026-11-21&to=2026-11-23"), new Date(2026, 10, 23, 15))),
  );
  expect(bars.map(({ label, started, closed, missed }) => ({ label, started, closed, missed }))).toEqual([
    { label: "Sat 21 Nov", started: 5, closed: 3, missed: 1 },
    { label: "Sun 22 Nov", started: 0, closed: 0, missed: 0 },
    { label: "Mon 23 Nov", started: 0, closed: 0, missed: 4 },
  ]);
});

test("hours of the day are summed over all days", () => {
  const bars = byHour([
    { at: local(20, 9), started: 2, closed: 1, missed: 0 },
    { at: local(21, 9), started: 0, closed: 2, missed: 3 },
    { at: local(21, 0), started: 1, closed: 0, missed: 1 },
  ]);
  expect(bars).toHaveLength(24);
  expect(bars.filter(({ closed, missed }) => closed + missed > 0)).toEqual([
    { label: "00:00", started: 1, closed: 0, missed: 1 },
    { label: "09:00", started: 2, closed: 3, missed: 3 },
  ]);
});

test("a day of one's own that is none or a range that is too long does not reach the call", () => {
  const now = new Date(2026, 10, 23, 15);
  const days = (address: string) => daysIn(new URLSearchParams(address), now);
  expect(days("from=2026-11-01&to=2026-11-03")).toEqual({ fromDate: "2026-11-01", toDate: "2026-11-03" });
  for (const wrong of ["from=2026-11-03&to=2026-11-01", "from=soon&to=2026-11-01", "days=8"])
    expect(days(wrong)).toEqual({ fromDate: "2026-11-17", toDate: "2026-11-23" });
  expect(days("from=2020-01-01&to=2026-11-23")).toEqual({ fromDate: "2026-08-17", toDate: "2026-11-23" });
});

test("a day's bar opens the hours that it counts, also where days begin at half an hour", () => {
  vi.stubEnv("TZ", "Asia/Kolkata");
  const time = timeOf({ fromDate: "2026-11-21", toDate: "2026-11-22" });
  const [first, second] = byDay([{ at: "2026-11-21T18:00:00.000Z", started: 1, closed: 0, missed: 0 }], time);
  vi.unstubAllEnvs();
  // The hour begins at 23:30, and its chats count on that day.
  expect([first?.started, second?.started]).toEqual([1, 0]);
  expect(time).toEqual({ since: "2026-11-20T18:30:00.000Z", until: "2026-11-22T18:30:00.000Z" });
  expect([first?.since, first?.until]).toEqual(["2026-11-20T19:00:00.000Z", "2026-11-21T19:00:00.000Z"]);
  expect([second?.since, second?.until]).toEqual(["2026-11-21T19:00:00.000Z", time.until]);
});
