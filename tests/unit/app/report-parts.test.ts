import { expect, test } from "vitest";
import { pointsOf } from "#app/components/chart/sparkline.tsx";
import { spotsOf } from "#app/routes/bots/nlp-report/spots.ts";
import type { ReportMessage } from "#workers/contract/endpoints/reports.ts";

const said = (id: string, userMessage: string, more: Partial<ReportMessage> = {}): ReportMessage => ({
  id,
  conversationId: "c",
  userMessage,
  createdOn: "2031-05-08T10:00:00Z",
  intentIdentified: false,
  intent: null,
  intentId: null,
  confidence: 0.1,
  utterance: null,
  botResponse: "Sorry",
  emotion: null,
  weak: false,
  reviewed: false,
  otherIntent: [],
  ...more,
});

test("what was not understood is one row for the same words, said most often first, without what was looked at", () => {
  const messages = [
    said("5", "Where is my parcel?"),
    said("4", "open an account "),
    said("3", "Open an Account"),
    said("2", "put aside", { reviewed: true }),
    said("1", ""),
  ];
  const rows = (fixed: string[]) =>
    spotsOf(messages, new Set(fixed)).map(({ message: { id }, count }) => [id, count]);
  expect(rows([])).toEqual([
    ["4", 2],
    ["5", 1],
  ]);
  expect(rows(["open an account"])).toEqual([["5", 1]]);
});

test("a sparkline reaches from side to side, its highest value to the top, and a year is no more points than fit", () => {
  expect(pointsOf([0, 5, 10], false)).toEqual(["0,27", "50,14", "100,1"]);
  expect(pointsOf([], false)).toEqual([]);
  expect(pointsOf([3], false)).toEqual(["0,1"]);
  // A day without anything to measure is a gap, and so is a stretch of a year without any.
  expect(pointsOf([4, null, 2], true)).toEqual(["0,1", null, "100,14"]);
  expect(pointsOf([...Array.from({ length: 60 }, () => null), 3, null], true).slice(-2)).toEqual([
    null,
    "100,1",
  ]);
  const year = Array.from({ length: 365 }, () => 2);
  const points = pointsOf(year, true);
  expect(points.length).toBeLessThanOrEqual(45);
  // Averaged, the last few days do not drop because they are fewer.
  expect(new Set(points.map((point) => point?.split(",")[1]))).toEqual(new Set(["1"]));
  expect(pointsOf(year, false).at(-1)).not.toMatch(/,1$/);
});
