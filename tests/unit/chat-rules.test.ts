import { expect, test } from "vitest";
import {
  answersAt,
  answersNext,
  type ChatRules,
  chatRules,
  noChatRules,
} from "#workers/contract/chat-rules.ts";

const office = { from: "09:00", until: "18:00" };
const rules: ChatRules = {
  ...noChatRules,
  hours: {
    timezone: "Asia/Kolkata",
    week: [office, office, office, office, office, { from: "10:00", until: "14:00" }, null],
    holidays: [{ date: "2026-11-09", name: "Diwali" }],
  },
};
const at = (time: string): boolean => answersAt(rules, Date.parse(time));

test("people answer within their hours by their own clock, and not on holidays", () => {
  // 2026-11-23 is a Monday.
  expect(at("2026-11-23T09:00+05:30")).toBe(true);
  expect(at("2026-11-23T08:59+05:30")).toBe(false);
  expect(at("2026-11-23T17:59+05:30")).toBe(true);
  expect(at("2026-11-23T18:00+05:30")).toBe(false);
  expect(at("2026-11-28T12:00+05:30")).toBe(true);
  expect(at("2026-11-28T14:00+05:30")).toBe(false);
  expect(at("2026-11-29T12:00+05:30")).toBe(false);
  expect(at("2026-11-09T12:00+05:30")).toBe(false);
  // The holiday is their day, not that of the server: it is ten in the morning in Auckland, and still Sunday in London.
  const auckland = { ...rules, hours: { ...rules.hours, timezone: "Pacific/Auckland" } } as ChatRules;
  expect(answersAt(auckland, Date.parse("2026-11-08T21:00Z"))).toBe(false);
  expect(answersAt(auckland, Date.parse("2026-11-09T21:00Z"))).toBe(true);
  expect(answersAt(noChatRules, 0)).toBe(true);
});

test("a day has several hours, and a night goes on into the next day unless that is a holiday, or its own is", () => {
  const night = { from: "22:00", until: "06:00" };
  const set = {
    hours: {
      timezone: "Asia/Kolkata",
      week: [
        { from: "09:00", until: "12:00", more: [night, { from: "14:00", until: "18:00" }] },
        null,
        null,
        null,
        night,
        null,
        night,
      ],
      // A Tuesday, and a Friday.
      holidays: ["2026-12-01", "2026-12-04"].map((date) => ({ date, name: "" })),
    },
  };
  const open = (time: string) => answersAt(set, Date.parse(`2026-${time}+05:30`));
  // 2026-11-23 is a Monday.
  expect(
    ["11-23T11:59", "11-23T12:00", "11-23T14:00", "11-23T18:00", "11-23T21:59", "11-23T22:00"].map(open),
  ).toEqual([true, false, true, false, false, true]);
  expect(["11-24T00:00", "11-24T05:59", "11-24T06:00", "11-24T22:00"].map(open)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  // The week goes round: Sunday's night ends on Monday.
  expect(["11-23T05:59", "11-23T06:00", "11-28T05:59"].map(open)).toEqual([true, false, true]);
  expect(["11-30T23:00", "12-01T01:00", "12-04T23:00", "12-05T01:00"].map(open)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const next = (time: string) =>
    new Date(answersNext(set.hours, Date.parse(`2026-${time}+05:30`)) ?? 0).toISOString();
  expect(next("11-23T12:30")).toBe(new Date("2026-11-23T14:00+05:30").toISOString());
  expect(next("11-23T19:00")).toBe(new Date("2026-11-23T22:00+05:30").toISOString());
  expect(next("11-24T07:00")).toBe(new Date("2026-11-27T22:00+05:30").toISOString());
  const now = Date.parse("2026-11-24T03:00+05:30");
  expect(answersNext(set.hours, now)).toBe(now);
});

test("hours follow a zone's summer time", () => {
  const london = {
    ...rules,
    hours: { ...rules.hours, timezone: "Europe/London", holidays: [] },
  } as ChatRules;
  expect(answersAt(london, Date.parse("2026-07-06T08:00Z"))).toBe(true);
  expect(answersAt(london, Date.parse("2026-12-07T08:00Z"))).toBe(false);
});

test.each([
  ["hours.week.0.until", { from: "9:00", until: "09:00" }],
  ["hours.week.0.more.1.until", { ...office, more: [office, { from: "20:00", until: "20:00" }] }],
  ["hours.week.0.more", { ...office, more: [office, office, office, office] }],
  ["hours.week.0.from", { from: "nine", until: "10:00" }],
  ["hours.week.0.until", { from: "09:00", until: "24:01" }],
])("hours that are none are refused at their field: %s", (path, day) => {
  const week = [day, ...Array<null>(6).fill(null)];
  const { error } = chatRules.safeParse({ ...rules, hours: { ...rules.hours, week } });
  expect(error?.issues.map((issue) => issue.path.join("."))).toContain(path);
});

test.each([
  [{ pickUpMinutes: 0 }, "pickUpMinutes"],
  [{ pickUpMinutes: 1_441 }, "pickUpMinutes"],
  [{ pickUpMinutes: 1.5 }, "pickUpMinutes"],
  [{ targetSeconds: 0 }, "targetSeconds"],
  [{ targetSeconds: 3_601 }, "targetSeconds"],
  [{ targetSeconds: "soon" }, "targetSeconds"],
  [{ hours: { timezone: "Mars/Olympus", week: Array(7).fill(null), holidays: [] } }, "hours.timezone"],
  [{ hours: { timezone: "UTC", week: [], holidays: [] } }, "hours.week"],
  [
    { hours: { timezone: "UTC", week: Array(7).fill(null), holidays: [{ date: "tomorrow" }] } },
    "hours.holidays.0.date",
  ],
  [{ awayText: "x".repeat(1_001) }, "awayText"],
])("what cannot be is refused at its field: %o", (wrong, path) => {
  const { error } = chatRules.safeParse({ ...rules, ...wrong });
  expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
});
