import { describe, expect, test } from "vitest";
import { graphOf } from "#tests/support/flow.ts";
import {
  byWeekday,
  figuresOf,
  milestonesOf,
  pathTitle,
  wayTitle,
} from "#workers/contract/automation/report-rows.ts";
import { medianStay, stayClassOf } from "#workers/contract/automation/stay-classes.ts";
import { splitsOf } from "#workers/domain/automations/report-parts.ts";

describe("the median of classes of time", () => {
  const classesOf = (times: readonly number[]) =>
    [...Map.groupBy(times.map(stayClassOf), (each) => each)].map(([at, each]) => ({
      class: at,
      runs: each.length,
    }));
  test.each([[1_500], [90_000], [3_600_000], [86_400_000], [200 * 86_400_000]])(
    "says %d ms to within a fifth",
    (ms) => {
      const times = [ms / 40, ms / 20, ms, ms, ms, ms * 20, ms * 40];
      const median = medianStay(0, classesOf(times)) ?? 0;
      expect(Math.abs(median - ms) / ms).toBeLessThan(0.21);
    },
  );
  test("is nought where most left at once, and nothing where nobody left", () => {
    expect(medianStay(3, [{ class: 20, runs: 2 }])).toBe(0);
    expect(medianStay(2, [{ class: 20, runs: 3 }])).toBeGreaterThan(0);
    expect(medianStay(0, [])).toBeNull();
  });
  test("a year has a hundred classes", () => {
    expect(stayClassOf(365 * 86_400_000)).toBeLessThan(101);
  });
});

const graph = graphOf(
  {
    start: ["start"],
    half: [
      "split",
      {
        variants: [
          { id: "a", label: "Short", share: 1 },
          { id: "b", label: "Long", share: 1 },
        ],
      },
    ],
    first: ["milestone", { milestoneId: "first" }],
    second: ["milestone", { milestoneId: "second" }],
  },
  ["start > half", "half.variant:a > first", "half.variant:b > second", "first > second"],
);

test("steps stand in the order of reading, also without people, and who is gone without a way has dropped off", () => {
  const nothing = { left: 0, here: 0, errors: 0, timedOut: 0, medianMs: null, ways: [] };
  const rows = figuresOf(graph, [
    { ...nothing, node: "half", entered: 10, left: 6, here: 1, ways: [{ port: "variant:a", left: 6 }] },
    { ...nothing, node: "old", entered: 1, here: 3 },
  ]);
  expect(rows.map(({ id, dropped }) => [id, dropped])).toEqual([
    ["start", 0],
    ["half", 3],
    ["first", 0],
    ["second", 0],
    ["old", 0],
  ]);
  expect(rows[1]?.ways).toEqual([{ port: "variant:a", label: "Short", left: 6 }]);
  expect(rows[4]?.title).toContain("no longer in it");
});

test("milestones stand in the order of reading, each with who reached the one before it", () => {
  const of = (id: string, reached: number) => ({ id, reached, value: null, medianMs: null });
  expect(milestonesOf(graph, [of("old", 1), of("second", 4)], 9)).toMatchObject([
    { id: "first", reached: 0, before: 9 },
    { id: "second", reached: 4, before: 0 },
    { id: "old", reached: 1, before: 4 },
  ]);
});

test("a variant says something only of enough people, and where its interval leaves nought out", () => {
  const row = (port: string, runs: number, hits: number) => ({
    node: "half",
    port,
    runs,
    hits,
    completed: 0,
  });
  const second = (a: [number, number], b: [number, number]) =>
    splitsOf([row("variant:a", ...a), row("variant:b", ...b)], "milestone")[0]?.variants[1];
  expect(second([100, 10], [100, 40])).toMatchObject({ tells: true });
  expect(second([100, 40], [100, 10])).toMatchObject({ tells: true });
  expect(second([100, 40], [100, 44])).toMatchObject({ tells: false });
  expect(second([5, 0], [5, 5])).toMatchObject({ tells: false });
  // Newcombe's own example (1998, table II, 56/70 against 48/80): 0.2000, 0.0524 to 0.3339.
  const { value = 0, low = 0, high = 0 } = second([80, 48], [70, 56])?.difference ?? {};
  expect([value, low, high].map((each) => each.toFixed(4))).toEqual(["0.2000", "0.0524", "0.3339"]);
  expect(splitsOf([row("variant:a", 3, 1)], "completed")[0]?.variants).toMatchObject([
    { difference: null, reached: 0 },
  ]);
});

test("ways are titled by their steps, and hours of a week stand Monday first", () => {
  expect(pathTitle(graph, ["start", "half", "gone"])).toMatch(
    /^Customers come in here → Split .* → gone \(no longer in it\)$/,
  );
  expect(wayTitle(graph, "half", "variant:b").way).toBe("Long");
  const week = byWeekday([{ weekday: 6, hour: 23, entered: 4 }]);
  expect([week.length, week[6]?.[23], week[0]?.[0]]).toEqual([7, 4, 0]);
});
