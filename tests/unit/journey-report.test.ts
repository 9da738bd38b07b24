import { describe, expect, test } from "vitest";
import { graphOf } from "#tests/support/flow.ts";
import { COHORT_WEEKS, cohortsOf, weekOf } from "#workers/contract/automation/cohorts.ts";
import { besideRows } from "#workers/contract/automation/report-beside.ts";
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
  const nothing = { left: 0, here: 0, errors: 0, timedOut: 0, expired: 0, medianMs: null, ways: [] };
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

const counted = (node: string, entered: number, left: number) => ({
  ...{ node, entered, left, here: 0, errors: 0, timedOut: 0, expired: 0, medianMs: 5_000, ways: [] },
});

test("two versions stand side by side: rows of both, each once, and what only one of them has is said", () => {
  const older = graphOf({ start: ["start"], gone: ["end", { outcome: "" }] }, ["start > gone"]);
  const rows = besideRows(
    {
      graph,
      steps: [counted("start", 10, 10), counted("half", 10, 6)],
      milestones: [{ id: "first", reached: 1, value: null, medianMs: null }],
    },
    { graph: older, steps: [counted("start", 4, 4), counted("gone", 3, 3)], milestones: [] },
    false,
  );
  expect(rows.map(({ id, only }) => [id, only])).toEqual([
    ["start", null],
    ["half", 0],
    ["first", 0],
    ["second", 0],
    ["gone", 1],
  ]);
  expect(rows[0]?.sides).toMatchObject([
    { entered: 10, all: 10, left: 10, dropped: 0, medianMs: 5_000 },
    { entered: 4, all: 4, left: 4, dropped: 0, medianMs: 5_000 },
  ]);
  expect(rows[1]?.sides).toMatchObject([
    { entered: 10, dropped: 4 },
    { entered: 0, all: 4, medianMs: null },
  ]);
  expect(rows[4]?.sides).toMatchObject([
    { entered: 0, all: 10 },
    { entered: 3, all: 4 },
  ]);
  const launches = besideRows(
    { graph, steps: [], milestones: [] },
    { graph, steps: [], milestones: [] },
    true,
  );
  expect(launches.filter(({ id }) => id.startsWith("milestone "))).toMatchObject([
    { only: null, sides: [{ left: null }, { left: null }] },
    {},
  ]);
});

test("weeks begin on Mondays, and a cohort's weeks to come are none", () => {
  const at = (day: string) => weekOf(Date.parse(day));
  expect(at("2026-11-29") + 1).toBe(at("2026-11-30"));
  expect(at("2026-11-30")).toBe(at("2026-12-06T23:59:59.999Z"));
  const week = at("2026-11-02");
  const row = (goal: "entered" | "completed", after: number, runs: number, of = week) => ({
    ...{ goal, after, runs, week: of },
  });
  const rows = [
    row("entered", 0, 10),
    row("completed", 0, 1),
    row("completed", 2, 3),
    row("entered", 0, 2, week + 2),
  ];
  expect(cohortsOf(rows, week + 3)).toEqual([
    { week: "2026-11-16", entered: 2, reached: [0, 0, null, null], ever: 0 },
    { week: "2026-11-02", entered: 10, reached: [1, 1, 4, 4], ever: 4 },
  ]);
  const [old] = cohortsOf([row("entered", 0, 5), row("completed", 20, 1)], week + 30);
  expect([old?.reached.length, old?.reached.at(-1), old?.ever]).toEqual([COHORT_WEEKS + 1, 0, 1]);
  expect(cohortsOf([], week)).toEqual([]);
});
