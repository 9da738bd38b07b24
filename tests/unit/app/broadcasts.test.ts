import { describe, expect, test } from "vitest";
import { failedOf } from "#workers/contract/broadcast.ts";
import { doneOf, isGoingOn, reachedOf, retriedOf, secondsLeft } from "#app/features/broadcasts/figures.ts";
import { offeredMoves } from "#app/features/broadcasts/offered-moves.ts";
import { filterOf, hasConditions } from "#app/features/broadcasts/filter-of-view.ts";
import { addressOfRange, queryOf, rangeIn, readRange, usualRange } from "#app/features/broadcasts/range.ts";
import { momentIn, timeIn } from "#workers/contract/zone-moment.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";

const noon = Date.parse("2026-11-24T12:00:00Z");

describe("figures", () => {
  const counts = {
    total: 20,
    replied: 1,
    clicked: 1,
    doubles: 0,
    queued: 5,
    unknown: 1,
    sent: 3,
    delivered: 4,
    read: 2,
    failed: 3,
    expired: 1,
    cancelled: 1,
  };

  test("who has read it was sent it too", () => {
    expect(reachedOf(counts)).toEqual({ sent: 9, delivered: 6, read: 2, replied: 1, clicked: 1 });
    expect([failedOf(counts), retriedOf(counts), doneOf(counts)]).toEqual([4, 5, 0.75]);
    expect(doneOf({ ...counts, total: 0, queued: 0 })).toBe(0);
  });

  test("are asked for anew while it is sent, and a while after its end", () => {
    expect(isGoingOn({ status: "processing", endedAt: null }, noon)).toBe(true);
    expect(isGoingOn({ status: "scheduled", endedAt: null }, noon)).toBe(false);
    const ended = { status: "completed", endedAt: "2026-11-24T12:00:00Z" } as const;
    expect([isGoingOn(ended, noon + 119_999), isGoingOn(ended, noon + 120_000)]).toEqual([true, false]);
  });

  test("the time left is at the last minute's pace, else at the channel's rate", () => {
    expect(secondsLeft({ counts, sentLastMinute: 60, ratePerSecond: 100 })).toBe(5);
    expect(secondsLeft({ counts, sentLastMinute: 0, ratePerSecond: 2 })).toBe(3);
    expect(secondsLeft({ counts, sentLastMinute: 0, ratePerSecond: 0 })).toBeUndefined();
    expect(
      secondsLeft({ counts: { ...counts, queued: 0 }, sentLastMinute: 1, ratePerSecond: 1 }),
    ).toBeUndefined();
  });
});

describe("the dates of the list", () => {
  const now = new Date(2026, 10, 24, 15, 30);
  const usual = { start: "2026-11-17T00:00:00", end: "2026-11-24T23:59:59" };

  test("are seven days back to today unless the address says something else", () => {
    expect(usualRange(now)).toEqual(usual);
    expect(rangeIn(new URLSearchParams(), now)).toEqual(usual);
    expect(rangeIn(new URLSearchParams("start=nonsense&end=any"), now)).toEqual({ ...usual, end: "" });
    expect(addressOfRange(usual, now)).toEqual({ start: "", end: "" });
    expect(addressOfRange({ start: "", end: usual.end }, now)).toEqual({ start: "any", end: "" });
  });

  test("hold their last second, and are none where a side is open", () => {
    expect(queryOf({ start: "", end: usual.end })).toEqual({
      fromDate: "",
      toDate: new Date(2026, 10, 24, 23, 59, 59, 999).toISOString(),
    });
  });

  test("are refused where they are no dates, or end before they begin", () => {
    expect(readRange({ start: "2026/11/17", end: "" }).problems).toEqual({ start: "Invalid Date Format" });
    expect(readRange({ start: "2026/11/17 00:00:00", end: "2026/11/16 00:00:00" }).problems).toEqual({
      end: texts.endBeforeStart,
    });
    expect(readRange({ start: "", end: "2026/11/16 00:00:00" }).range).toEqual({
      start: "",
      end: "2026-11-16T00:00:00",
    });
  });
});

test("a saved view keeps all by which it filters, whatever is gone since or still loading, and its search", () => {
  expect(filterOf("q=rao&group=gone&label=b&is.city=Pune&min.age=18&sort=name")).toEqual({
    search: "rao",
    groups: [{ id: "gone", name: "" }],
    tags: [{ id: "b", name: "" }],
    fields: [
      { field: "city", is: "oneOf", values: ["Pune"], several: false },
      { field: "age", is: "between", from: 18, to: null },
    ],
  });
});

test("a view that narrows by own fields is no segment of figures: without its conditions it would be more people", () => {
  expect(["is.city=Pune", "group=a&has.kind=x", "min.age=18", "max.age=65"].map(hasConditions)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["q=is.city&group=a", "label=min", ""].map(hasConditions)).toEqual([false, false, false]);
});

test("a run offers what can be done with it alone, and no retry whose people its fallback has", () => {
  const none = { total: 2, replied: 0, clicked: 0, doubles: 0, queued: 0, unknown: 0, sent: 0, delivered: 0 };
  const counts = { ...none, read: 0, failed: 2, expired: 0, cancelled: 0 };
  const over = { status: "completed", counts, activityId: null, fallbackId: null, archivedAt: null } as const;
  const run = { ...over, activityId: "a" };
  expect(offeredMoves(over, false)).toEqual(["retry"]);
  expect(offeredMoves(run, true)).toEqual(["retry"]);
  expect(offeredMoves(run, false)).toEqual([]);
  expect(offeredMoves({ ...run, fallbackId: "f" }, true)).toEqual([]);
  expect(offeredMoves({ ...over, archivedAt: "2026-11-24T12:00:00.000Z" }, true)).toEqual([]);
  expect(offeredMoves({ ...over, status: "paused" }, true)).toEqual(["resume", "stop", "retry"]);
  expect(offeredMoves({ ...run, status: "paused" }, true)).toEqual(["stop"]);
});

test("a moment is read by the clocks of its zone, also around their changes", () => {
  expect(timeIn("Europe/Berlin", "2026-07-01T12:00:00")).toBe(Date.parse("2026-07-01T10:00:00Z"));
  expect(timeIn("Europe/Berlin", "2026-10-25T01:30:00")).toBe(Date.parse("2026-10-24T23:30:00Z"));
  expect(timeIn("Europe/Berlin", "2026-10-25T03:30:00")).toBe(Date.parse("2026-10-25T02:30:00Z"));
  expect(timeIn("Europe/Berlin", "2026-03-29T03:30:00")).toBe(Date.parse("2026-03-29T01:30:00Z"));
  expect(timeIn("UTC", "no moment")).toBeNaN();
  expect(momentIn("Asia/Kolkata", Date.parse("2026-11-24T12:00:00Z"))).toBe("2026-11-24T17:30:00");
});
