import { expect, test } from "vitest";
import { inWeeks } from "#app/components/chart/weeks.ts";

const days = (count: number) =>
  Array.from({ length: count }, (_, at) => new Date(Date.UTC(2031, 0, 1 + at)).toISOString().slice(0, 10));
const ones = (count: number) => ({
  name: "Messages",
  tone: "accent" as const,
  values: days(count).map(() => 1),
});

test("up to 120 days stay days, and labels that are no days stay what they are", () => {
  expect(inWeeks({ labels: days(120), series: [ones(120)] })).toBeUndefined();
  const names = days(200).map((_, at) => `Intent ${at}`);
  expect(inWeeks({ labels: names, series: [ones(200)] })).toBeUndefined();
});

test("a year is 53 weeks from Monday on, which lose no message", () => {
  const { labels = [], series = [] } = inWeeks({ labels: days(365), series: [ones(365)] }) ?? {};
  // 1 January 2031 is a Wednesday.
  expect(labels.slice(0, 2)).toEqual(["2030-12-30", "2031-01-06"]);
  expect(labels).toHaveLength(53);
  expect(series[0]?.values.slice(0, 2)).toEqual([5, 7]);
  expect(series[0]?.values.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(365);
});

test("what cannot be added is averaged over the days that are known", () => {
  const values = days(121).map((_, at) => (at < 5 ? null : at === 5 ? 10 : 4));
  const { series = [] } =
    inWeeks({ labels: days(121), series: [{ ...ones(121), values, week: "mean" }] }) ?? {};
  expect(series[0]?.values[0]).toBeNull();
  expect(series[0]?.values[1]).toBeCloseTo((10 + 6 * 4) / 7);
});
