import { expect, test } from "vitest";
import { byDay, byHour, daysUpTo } from "#app/routes/chats/figures.ts";

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
    daysUpTo(new Date(2026, 10, 23, 15), 3),
  );
  expect(bars).toEqual([
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
