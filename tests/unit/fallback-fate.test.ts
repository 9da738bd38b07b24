import { describe, expect, test } from "vitest";
import { SETTLED } from "#workers/contract/broadcast.ts";
import { fateOf, type First, type Unreached } from "#workers/domain/broadcasts/fate.ts";
import { fallback, msIn, msOf } from "#workers/contract/fallback.ts";

const HOUR_MS = 3_600_000;
const now = 1_000 * HOUR_MS;
const afterMs = HOUR_MS;
const first: First = {
  createdAt: now - 9 * HOUR_MS,
  preparedAt: now - 8 * HOUR_MS,
  endedAt: null,
  reportsDelivery: true,
};
const fate = (more: Partial<Unreached>, parent: Partial<First> = {}) =>
  fateOf(
    { status: "sent", code: null, claimedAt: now - 2 * HOUR_MS, hasRefused: false, ...more },
    { ...first, ...parent },
    { afterMs, now },
  );

describe("a recipient of the first message", () => {
  test.each(["sent", "failed", "expired"] as const)("that is %s gets the fallback in its time", (status) => {
    expect(fate({ status })).toBe("now");
    expect(fate({ status, claimedAt: now - HOUR_MS })).toBe("now");
    expect(fate({ status, claimedAt: now - HOUR_MS + 1 })).toEqual({ at: now + 1 });
  });

  test("who was never called counts from when the recipients were known", () => {
    expect(fate({ status: "failed", code: "missingValue", claimedAt: null })).toBe("now");
    const late = { preparedAt: now - 1 };
    expect(fate({ status: "failed", claimedAt: null }, late)).toEqual({ at: now - 1 + HOUR_MS });
    expect(fate({ status: "expired", claimedAt: null }, { preparedAt: null })).toBe("now");
  });

  test.each(["optOut", "offerCap", "invalidNumber", "unreadableRow", "cancelled", "131050"])(
    "who was left out for %s gets none",
    (code) => {
      expect(fate({ status: "failed", code })).toBe("never");
    },
  );

  test("of whom a colleague has said that it arrived gets none", () => {
    expect(fate({ status: "sent", code: SETTLED })).toBe("never");
  });

  test("who has refused since gets none, whatever became of it", () => {
    for (const status of ["sent", "failed", "expired", "unknown", "queued"] as const)
      expect(fate({ status, hasRefused: true })).toBe("never");
  });

  test("whose call is not confirmed is waited for until a day after the end, and never sent another", () => {
    expect(fate({ status: "unknown" })).toEqual({ at: now + HOUR_MS });
    const ended = (hours: number) => fate({ status: "unknown" }, { endedAt: now - hours * HOUR_MS });
    expect(ended(24)).toEqual({ at: now + HOUR_MS });
    expect(ended(24.5)).toEqual({ at: now + HOUR_MS / 2 });
    expect(ended(25)).toBe("never");
  });

  test("where nobody is told of what arrives, what was sent has to do", () => {
    expect(fate({ status: "sent" }, { reportsDelivery: false })).toBe("never");
    expect(fate({ status: "failed" }, { reportsDelivery: false })).toBe("now");
  });

  test("who waits for their call has the whole time before them", () => {
    expect(fate({ status: "queued", claimedAt: null })).toEqual({ at: now + HOUR_MS });
  });
});

describe("the time of a fallback", () => {
  test("is the same in the database as here", () => {
    expect(msOf({ count: 3, unit: "day" })).toBe(3 * 24 * HOUR_MS);
    expect(msIn("a.fallback")).toContain("WHEN 'hour' THEN 3600000");
  });

  test("is two weeks at most", () => {
    const of = (count: number, unit: string) => fallback.shape.after.safeParse({ count, unit }).success;
    expect(of(14, "day")).toBe(true);
    expect(of(337, "hour")).toBe(false);
    expect(of(0, "minute")).toBe(false);
    expect(of(1.5, "minute")).toBe(false);
    expect(of(1, "week")).toBe(false);
  });
});
