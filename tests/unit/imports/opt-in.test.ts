import { expect, test } from "vitest";
import { optInTexts as texts } from "#texts/opt-in.ts";
import { keptOptIn } from "#workers/domain/imports/opt-in.ts";

const of = (agreedOn: string, now: string) =>
  keptOptIn({ channelTypes: [4], wording: "Offers", agreedOn }, Date.parse(now));

test("an opt-in counts from its day, and never from a time that is still to come", () => {
  expect(of("2026-03-05", "2026-11-30T08:00Z").at).toBe(Date.parse("2026-03-05T12:00Z"));
  const morning = "2026-03-05T08:00Z";
  expect(of("2026-03-05", morning).at).toBe(Date.parse(morning));
});

test("a day that has begun somewhere may be named, and no later one, nor one before there were messages", () => {
  expect(() => of("2026-03-06", "2026-03-05T10:00Z")).not.toThrow();
  expect(() => of("2026-03-06", "2026-03-05T09:59Z")).toThrow(texts.inFuture);
  expect(() => of("0001-01-01", "2026-03-05T10:00Z")).toThrow(texts.noDate);
});
