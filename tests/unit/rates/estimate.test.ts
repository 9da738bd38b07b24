import { describe, expect, it } from "vitest";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { durationOf } from "#workers/domain/broadcasts/reach-limit.ts";
import { Tally } from "#workers/domain/rates/tally.ts";

describe("the time that a broadcast takes", () => {
  const at = (reachable: number, outside: number, perDay: number, used: number) =>
    durationOf({ reachable, outside, rate: 10 }, { perDay, used });

  it("is that of the channel's rate where the account has no limit, or it is not reached", () => {
    expect(durationOf({ reachable: 1_000, outside: 1_000, rate: 10 }, null)).toEqual({
      durationSeconds: 100,
      limit: null,
    });
    expect(at(1_000, 1_000, 1_000, 0)).toEqual({
      durationSeconds: 100,
      limit: { perDay: 1_000, used: 0, days: 1 },
    });
  });

  it("has a day more whenever the limit is spent, those reached already and open windows counted", () => {
    expect(at(3_000, 3_000, 1_000, 0)).toEqual({
      durationSeconds: 2 * 86_400 + 100,
      limit: { perDay: 1_000, used: 0, days: 3 },
    });
    expect(at(1_000, 1_000, 1_000, 999).limit?.days).toBe(2);
    expect(at(1_000, 1_000, 1_000, 5_000).limit?.days).toBe(2);
    expect(at(1_500, 1_000, 1_000, 0).limit?.days).toBe(1);
    expect(at(0, 0, 1_000, 1_000).limit?.days).toBe(1);
  });
});

describe("the people of an estimate", () => {
  // Before October 2026, when nothing was charged in an open window.
  const free = Date.parse("2026-03-01T12:00:00Z");
  const now = Date.parse("2026-11-25T12:00:00Z");
  const hour = 3_600_000;

  it("are counted by country, and who has an open window pays nothing for utility where Meta charges nothing", () => {
    const filled = (category: string, at: number) => {
      const tally = new Tally(channelTypes.whatsApp, category, at);
      tally.add("+919876543210", at + hour, "");
      tally.add("+919876543211", at - hour, "");
      tally.add("+14165550123", 0, "");
      return { inWindow: tally.inWindow, kinds: tally.kinds(1) };
    };
    const kind = (country: string, category: string, people: number, paid: number) => ({
      country,
      category,
      people,
      messages: paid,
      free: people - paid,
    });
    expect(filled("utility", free)).toEqual({
      inWindow: 1,
      kinds: [kind("IN", "utility", 2, 1), kind("CA", "utility", 1, 1)],
    });
    expect(filled("utility", now).kinds[0]).toEqual(kind("IN", "utility", 2, 2));
    expect(filled("marketing", free).kinds[0]).toEqual(kind("IN", "marketing", 2, 2));
  });

  it("pay for each part of their own SMS", () => {
    const tally = new Tally(channelTypes.sms, "utility", free);
    tally.add("+919876543210", free + hour, "a".repeat(160));
    tally.add("+919876543211", 0, "a".repeat(161));
    tally.add("+919876543212", 0, "नमस्ते".repeat(12));
    expect(tally.kinds(1)).toEqual([{ country: "IN", category: "utility", people: 3, messages: 5, free: 0 }]);
    expect(tally.kinds(10)[0]).toMatchObject({ people: 30, messages: 50 });
  });
});
