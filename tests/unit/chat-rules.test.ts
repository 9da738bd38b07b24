import { expect, test } from "vitest";
import { answersAt, type ChatRules, chatRules, noChatRules } from "#workers/contract/chat-rules.ts";

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

test("hours follow a zone's summer time", () => {
  const london = {
    ...rules,
    hours: { ...rules.hours, timezone: "Europe/London", holidays: [] },
  } as ChatRules;
  expect(answersAt(london, Date.parse("2026-07-06T08:00Z"))).toBe(true);
  expect(answersAt(london, Date.parse("2026-12-07T08:00Z"))).toBe(false);
});

test.each([
  ["hours.week.0.until", { from: "18:00", until: "09:00" }],
  ["hours.week.0.from", { from: "nine", until: "10:00" }],
  ["hours.week.0.until", { from: "09:00", until: "24:01" }],
])("a day that ends before it begins is refused at its field: %s", (path, day) => {
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
