import { describe, expect, test } from "vitest";
import { answersNext, type ChatHours } from "#workers/contract/chat-rules.ts";
import type { Facts } from "#workers/domain/flow/world.ts";
import { laterIn, timeOf } from "#workers/domain/flow/times.ts";
import { NOW, play, Played } from "#tests/support/flow.ts";

/** When a wait that begins at a time ends, or why there is none. */
function endOf(until: object, now: string | number = NOW, facts: Partial<Facts> = {}): string {
  const { flow } = play({ start: ["start"], it: ["wait", { until }] }, ["start > it"]);
  const it = new Played(flow, facts);
  it.now = typeof now === "string" ? Date.parse(now) : now;
  it.start();
  const { wakeAt, reason } = it.run;
  return wakeAt === null ? (reason?.code ?? "at once") : new Date(wakeAt).toISOString();
}
const length = (amount: number, unit: string) => ({ kind: "duration", length: { amount, unit } });
const fixed = (value: string) => ({ type: "static", value });
const Berlin = { zone: "Europe/Berlin" };

test("a wait ends when its time has come, and not before", () => {
  const it = play({ start: ["start"], it: ["wait", { until: length(2, "hours") }], end: ["end"] }, [
    "start > it",
    "it > end",
  ]);
  it.start();
  expect(it.run).toMatchObject({ state: "waiting", wakeAt: NOW + 7_200_000 });
  it.wake();
  expect(it.run.state).toBe("completed");
});

describe("durations", () => {
  test("hours are hours, and days keep the clock of the customer's zone when clocks change", () => {
    expect(endOf(length(24, "hours"), "2026-10-24T10:00:00Z", Berlin)).toBe("2026-10-25T10:00:00.000Z");
    expect(endOf(length(1, "days"), "2026-10-24T10:00:00Z", Berlin)).toBe("2026-10-25T11:00:00.000Z");
    expect(endOf(length(1, "weeks"), "2026-03-28T10:00:00Z", Berlin)).toBe("2026-04-04T09:00:00.000Z");
  });

  test("a day whose clock is left out goes on as long after the change", () => {
    expect(endOf(length(1, "days"), "2026-03-28T01:30:00Z", Berlin)).toBe("2026-03-29T01:30:00.000Z");
  });

  test("365 days are the most", () => {
    expect(endOf(length(365, "days"))).toBe("2027-11-25T06:00:00.000Z");
    expect(endOf(length(400, "days"))).toBe("waitTooLong");
  });
});

describe("times and dates", () => {
  test("a time without a zone is by the customer's clock; one that has passed is not waited for", () => {
    expect(endOf({ kind: "time", at: fixed("2026-12-01T09:30") })).toBe("2026-12-01T04:00:00.000Z");
    expect(endOf({ kind: "time", at: fixed("2026-12-01T09:30:00Z") })).toBe("2026-12-01T09:30:00.000Z");
    expect(endOf({ kind: "time", at: { type: "expression", value: "now + duration('90m')" } })).toBe(
      "2026-11-25T07:30:00.000Z",
    );
    expect(endOf({ kind: "time", at: fixed("2026-11-25T06:00:00Z") })).toBe("at once");
    expect(endOf({ kind: "time", at: fixed("tomorrow") })).toBe("noTime");
    expect(endOf({ kind: "time", at: fixed("2026-02-30") })).toBe("noTime");
    expect(endOf({ kind: "time", at: fixed("2030-01-01") })).toBe("waitTooLong");
  });

  test("before and after a date of the customer's, at a clock of their zone", () => {
    const at = { type: "column", value: "contact.renewal" };
    const before = { amount: -3, unit: "days" };
    expect(endOf({ kind: "date", at })).toBe("2026-12-23T18:30:00.000Z");
    expect(endOf({ kind: "date", at, offset: before })).toBe("2026-12-20T18:30:00.000Z");
    expect(endOf({ kind: "date", at, offset: before, clock: "09:00" })).toBe("2026-12-21T03:30:00.000Z");
    expect(endOf({ kind: "date", at: { type: "column", value: "contact.city" } })).toBe("noTime");
    expect(
      endOf({
        kind: "date",
        at: fixed("2026-12-24T10:00"),
        offset: { amount: 2, unit: "hours" },
        clock: "09:00",
      }),
    ).toBe("2026-12-24T06:30:00.000Z");
  });

  test("every time reads in every form, and nonsense in none", () => {
    expect(timeOf("2026-12-01", "Asia/Kolkata")).toBe(Date.parse("2026-11-30T18:30:00Z"));
    expect(timeOf("2026-13-01", "UTC")).toBeUndefined();
    expect(timeOf(5, "UTC")).toBeUndefined();
    expect(laterIn("UTC", 1_500, -1, "days")).toBe(1_500 - 86_400_000);
  });
});

describe("hours in which people answer", () => {
  const day = { from: "09:00", until: "18:00" };
  const hours: ChatHours = {
    timezone: "Asia/Kolkata",
    week: [day, day, day, day, day, null, null],
    holidays: [{ date: "2026-11-30", name: "" }],
  };

  test("a wait ends at once within them, else when they begin next, past weekends and holidays", () => {
    expect(endOf({ kind: "open" }, NOW, { hours })).toBe("at once");
    // Friday evening; Monday is a holiday.
    expect(endOf({ kind: "open" }, "2026-11-27T13:00:00Z", { hours })).toBe("2026-12-01T03:30:00.000Z");
    expect(endOf({ kind: "open" }, "2026-11-27T13:00:00Z")).toBe("at once");
  });

  test("the same hours by the customer's own clock", () => {
    expect(endOf({ kind: "open", own: true }, "2026-11-25T06:00:00Z", { hours, ...Berlin })).toBe(
      "2026-11-25T08:00:00.000Z",
    );
  });

  test("hours that never come are an error", () => {
    const never = { ...hours, week: Array.from({ length: 7 }, () => null) };
    expect(answersNext(never, NOW)).toBeUndefined();
    expect(endOf({ kind: "open" }, NOW, { hours: never })).toBe("noTime");
  });
});
