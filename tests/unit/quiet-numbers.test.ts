import { expect, test } from "vitest";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { Rules } from "#workers/domain/messaging/offer-rules.ts";
import { quietNumbers } from "#workers/domain/messaging/quiet-numbers.ts";

const rules = (from: number, until: number): Rules => ({
  quietFrom: from * 60,
  quietUntil: until * 60,
  timezone: "Asia/Kolkata",
  most: null,
  days: 0,
  revision: 1,
});
const untilOf = (
  now: string,
  prefix: string,
  given: Rules | undefined,
  type: number = channelTypes.whatsApp,
) => {
  const found = quietNumbers(given, type, Date.parse(now)).find((each) => each.prefix === prefix);
  return found && new Date(found.until).toISOString();
};

test("a number is quiet by the clocks of its own country", () => {
  const night = rules(21, 9);
  // 22:30 in India, noon in New York but 7 in the morning in Honolulu, 17:00 in London.
  const now = "2026-11-24T17:00:00Z";
  expect(untilOf(now, "+91", night)).toBe("2026-11-25T03:30:00.000Z");
  expect(untilOf(now, "+1", night)).toBe("2026-11-24T19:00:00.000Z");
  expect(untilOf(now, "+44", night)).toBeUndefined();
  // 15:00 in New York, 10 in Honolulu.
  expect(untilOf("2026-11-24T20:00:00Z", "+1", night)).toBeUndefined();
});

test("a country whose zones leave no common hour follows the enterprise's clock", () => {
  // Between 12 and 13 only: no hour is that in all of Russia.
  const narrow = rules(13, 12);
  expect(untilOf("2026-11-24T07:00:00Z", "+7", narrow)).toBeUndefined();
  expect(untilOf("2026-11-24T08:00:00Z", "+7", narrow)).toBe("2026-11-25T06:30:00.000Z");
});

test("promotional SMS in India leave between 10 and 21 whatever the rules are, and of two rules the longer one holds", () => {
  const morning = "2026-11-24T04:00:00Z";
  expect(untilOf(morning, "+91", undefined, channelTypes.sms)).toBe("2026-11-24T04:30:00.000Z");
  expect(untilOf(morning, "+91", undefined)).toBeUndefined();
  expect(untilOf(morning, "+44", undefined, channelTypes.sms)).toBeUndefined();
  expect(untilOf(morning, "+91", rules(20, 11), channelTypes.sms)).toBe("2026-11-24T05:30:00.000Z");
  expect(untilOf("2026-11-24T05:00:00Z", "+91", undefined, channelTypes.sms)).toBeUndefined();
});

test("a day on which clocks change ends its night at the local hour", () => {
  // In Berlin 2026-03-29 begins with winter time and ends with summer time: 23:30 before it, 8 the morning after.
  const night = rules(21, 9);
  expect(untilOf("2026-03-29T06:30:00Z", "+49", night)).toBe("2026-03-29T07:00:00.000Z");
});
