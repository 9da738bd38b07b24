import { expect, test } from "vitest";
import { offerRules } from "#workers/contract/endpoints/sending.ts";
import { offerLimits, type Rules } from "#workers/domain/messaging/offer-rules.ts";

const row = (rules: Partial<Rules>): Rules => ({
  quietFrom: null,
  quietUntil: null,
  timezone: "UTC",
  most: null,
  days: 0,
  revision: 1,
  ...rules,
});
const night = { quietFrom: 21 * 60, quietUntil: 9 * 60, timezone: "Asia/Kolkata" };
const at = (text: string): number => Date.parse(text);
const end = (rules: Partial<Rules>, now: string) => offerLimits(row(rules), at(now)).quietUntil;

test.each([
  ["the minute before the quiet hours begin", "2026-03-01T20:59:59+05:30", 0],
  [
    "their first minute, until the next morning",
    "2026-03-01T21:00:00+05:30",
    at("2026-03-02T09:00:00+05:30"),
  ],
  ["after midnight, until the same morning", "2026-03-02T00:30:12+05:30", at("2026-03-02T09:00:00+05:30")],
  ["the last second", "2026-03-02T08:59:59+05:30", at("2026-03-02T09:00:00+05:30")],
  ["the minute in which they end", "2026-03-02T09:00:00+05:30", 0],
])("quiet hours over midnight, in their own time zone: %s", (_, now, expected) => {
  expect(end(night, now)).toBe(expected);
});

test("quiet hours within a day", () => {
  const noon = { quietFrom: 12 * 60, quietUntil: 13 * 60 };
  expect(end(noon, "2026-03-01T11:59:00Z")).toBe(0);
  expect(end(noon, "2026-03-01T12:30:30Z")).toBe(at("2026-03-01T13:00:00Z"));
  expect(end(noon, "2026-03-01T13:00:00Z")).toBe(0);
});

test("in the night in which clocks change, the end is asked for anew, and no offer leaves too early", () => {
  const berlin = { ...night, timezone: "Europe/Berlin" };
  // 23:00 on the eve: nine o'clock is an hour sooner than ten hours of the clock.
  const first = end(berlin, "2026-03-28T23:00:00+01:00");
  expect(first).toBe(at("2026-03-29T10:00:00+02:00"));
  // An hour longer: whoever looks at the time first said finds the quiet hours not over.
  const autumn = end(berlin, "2026-10-24T23:00:00+02:00");
  expect(autumn).toBe(at("2026-10-25T08:00:00+01:00"));
  expect(end(berlin, new Date(autumn).toISOString())).toBe(at("2026-10-25T09:00:00+01:00"));
});

test("without rules, or with a limit alone, no hour is quiet; a limit looks back by whole days", () => {
  expect(offerLimits(undefined, 5)).toEqual({ quietUntil: 0, cap: null });
  const now = at("2026-03-08T12:00:00Z");
  expect(offerLimits(row({ most: 2, days: 7 }), now)).toEqual({
    quietUntil: 0,
    cap: { most: 2, since: at("2026-03-01T12:00:00Z") },
  });
});

test.each([
  ["25:00", "quiet.from"],
  ["24:00", "quiet.from"],
  ["nine", "quiet.from"],
  ["9:00", "quiet.until"],
])("hours that are none, or the same twice, are refused at their field: %s", (from, path) => {
  const quiet = { from, until: "09:00", timezone: "UTC" };
  const { error } = offerRules.safeParse({ quiet, cap: null });
  expect(error?.issues.map((issue) => issue.path.join("."))).toContain(path);
});

test.each([0, 101, 1.5, Number.NaN])(
  "a limit that is no whole number in its range is refused: %s",
  (most) => {
    const { error } = offerRules.safeParse({ quiet: null, cap: { most, days: 7 } });
    expect(error?.issues.map((issue) => issue.path.join("."))).toEqual(["cap.most"]);
  },
);

test("a share that is out of its range, and a channel that has two, are refused at their place", () => {
  const issues = (...pauses: object[]) =>
    offerRules.safeParse({ quiet: null, cap: null, pauses }).error?.issues.map(({ path }) => path.join("."));
  const pause = { channelId: "", share: 30, calls: 50 };
  expect(issues(pause, { ...pause, channelId: "one" })).toBeUndefined();
  expect(issues({ ...pause, share: 4 })).toEqual(["pauses.0.share"]);
  expect(issues({ ...pause, share: 101 })).toEqual(["pauses.0.share"]);
  expect(issues(pause, { ...pause, channelId: "one", calls: 9 })).toEqual(["pauses.1.calls"]);
  expect(issues({ ...pause, calls: 1_001 })).toEqual(["pauses.0.calls"]);
  expect(issues(pause, pause)).toEqual(["pauses"]);
});
