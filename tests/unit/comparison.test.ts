import { expect, test } from "vitest";
import { comparison } from "#workers/contract/comparison.ts";
import { permilleOf } from "#workers/domain/broadcasts/slice.ts";
import { lookAt, type Rest } from "#workers/domain/campaigns/tested.ts";
import { differenceOf, winnerOf } from "#workers/domain/audience/winner.ts";
import { partOf, together } from "#workers/domain/rates/together.ts";
import type { Cost } from "#workers/contract/cost.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";

const of = (hits: number, called: number) => ({ hits, called });

test("a person is in the same part of a run whenever they are looked at, and runs mix people anew", () => {
  const people = Array.from({ length: 20_000 }, (_, at) => `+9198${String(at).padStart(8, "0")}`);
  const counts = new Map<number, number>();
  let same = 0;
  for (const each of people) {
    const first = permilleOf("run-1", each);
    expect(permilleOf("run-1", each)).toBe(first);
    counts.set(Math.floor(first / 100), (counts.get(Math.floor(first / 100)) ?? 0) + 1);
    if (Math.floor(permilleOf("run-2", each) / 100) === Math.floor(first / 100)) same++;
  }
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // Ten even parts of 2,000 each: five standard deviations are 212.
  for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(212);
  expect(Math.abs(same - 2_000)).toBeLessThan(212);
});

test("the greater share wins; a tie and too few facts are message A's", () => {
  expect(winnerOf(of(10, 100), of(11, 100))).toEqual({ winner: "b", why: "more" });
  expect(winnerOf(of(11, 100), of(10, 100))).toEqual({ winner: "a", why: "more" });
  // A share, not a number.
  expect(winnerOf(of(10, 50), of(15, 100))).toEqual({ winner: "a", why: "more" });
  expect(winnerOf(of(10, 50), of(20, 100))).toEqual({ winner: "a", why: "tie" });
  expect(winnerOf(of(0, 500), of(0, 500))).toEqual({ winner: "a", why: "few" });
  expect(winnerOf(of(0, 19), of(19, 500))).toEqual({ winner: "a", why: "few" });
  expect(winnerOf(of(0, 500), of(19, 19))).toEqual({ winner: "a", why: "few" });
  expect(winnerOf(of(0, 20), of(1, 20))).toEqual({ winner: "b", why: "more" });
});

test("the interval of a difference is the one that its source prints", () => {
  // Newcombe 1998, table II, method 10: the first proportion less the second.
  const printed: [first: [number, number], second: [number, number], low: number, high: number][] = [
    [[56, 70], [48, 80], 0.0524, 0.3339],
    [[9, 10], [3, 10], 0.1705, 0.809],
    [[6, 7], [2, 7], 0.0582, 0.8062],
    [[5, 56], [0, 29], -0.0381, 0.1926],
    [[0, 10], [0, 20], -0.1611, 0.2775],
    [[0, 10], [0, 10], -0.2775, 0.2775],
    [[10, 10], [0, 20], 0.6791, 1],
    [[10, 10], [0, 10], 0.6075, 1],
  ];
  for (const [first, second, low, high] of printed) {
    const found = differenceOf(of(...second), of(...first));
    expect(found?.low).toBeCloseTo(low, 4);
    expect(found?.high).toBeCloseTo(high, 4);
  }
  expect(differenceOf(of(0, 0), of(1, 2))).toBeNull();
});

const HOUR = 3_600_000;
const rest: Rest = {
  id: "r",
  decision: null,
  state: 2,
  afterMs: HOUR,
  endedA: 1_000,
  endedB: 5_000,
  isComplete: 1,
  calledA: 100,
  hitsA: 10,
  calledB: 100,
  hitsB: 20,
  unsendableA: null,
  unsendableB: null,
};
const at = (now: number) => ({ dueAt: now, now });

test("the time counts from when the last person of both messages was called", () => {
  expect(lookAt({ ...rest, endedB: null }, at(9 * HOUR))).toEqual({ wait: 9 * HOUR + 300_000 });
  expect(lookAt({ ...rest, endedA: null }, at(9 * HOUR))).toEqual({ wait: 9 * HOUR + 300_000 });
  expect(lookAt(rest, at(HOUR))).toEqual({ wait: HOUR + 5_000 });
  expect(lookAt(rest, at(HOUR + 5_000))).toEqual({
    decision: { winner: "b", why: "more", at: HOUR + 5_000, by: "", a: [100, 10], b: [100, 20] },
  });
});

test("a decision that is late, or whose message can't be sent, waits for a person", () => {
  expect(lookAt(rest, { dueAt: 2 * HOUR, now: 3 * HOUR })).toMatchObject({ decision: { winner: "b" } });
  expect(lookAt(rest, { dueAt: 2 * HOUR, now: 3 * HOUR + 1 })).toEqual({ pause: texts.comparisonLate });
  expect(lookAt({ ...rest, unsendableB: "comparedTemplate" }, at(2 * HOUR))).toEqual({
    pause: texts.winnerGone("B"),
  });
  // The other one matters no more.
  expect(lookAt({ ...rest, unsendableA: "template" }, at(2 * HOUR))).toMatchObject({
    decision: { winner: "b" },
  });
  expect(lookAt({ ...rest, unsendableA: "template", unsendableB: "comparedTemplate" }, at(2 * HOUR))).toEqual(
    { pause: texts.unsendable.comparedTemplate },
  );
  const chosen = { winner: "a", why: "person", at: 1, by: "Mia", a: [1, 1], b: [1, 1] };
  expect(lookAt({ ...rest, endedA: null, decision: JSON.stringify(chosen) }, at(2))).toEqual({
    decision: chosen,
  });
});

test("a comparison has a share, a decider and a time within their bounds", () => {
  const good = {
    message: { template: { templateUId: "t" } },
    share: 10,
    by: "read",
    after: { count: 15, unit: "minute" },
  };
  expect(comparison.safeParse(good).success).toBe(true);
  for (const more of [
    { share: 0 },
    { share: 51 },
    { share: 1.5 },
    { by: "delivered" },
    { after: { count: 14, unit: "minute" } },
    { after: { count: 8, unit: "day" } },
    { after: { count: 0, unit: "hour" } },
  ])
    expect(comparison.safeParse({ ...good, ...more }).success).toBe(false);
  expect(comparison.safeParse({ ...good, share: 50, after: { count: 7, unit: "day" } }).success).toBe(true);
});

test("parts of a cost are whole messages, and their lines are exactly the total", () => {
  const line = {
    country: "IN",
    category: "marketing",
    people: 7,
    messages: 7,
    price: 11,
    currency: "INR",
    amount: 77,
  };
  const cost: Cost = {
    lines: [line],
    totals: [{ currency: "INR", amount: 77 }],
    free: 3,
    unpriced: 0,
    cardSince: null,
  };
  expect(partOf(cost, 0.5)).toMatchObject({
    lines: [{ messages: 4, amount: 44 }],
    totals: [{ amount: 44 }],
    free: 2,
  });
  expect(together([partOf(cost, 0.3), partOf(cost, 0.7)])).toMatchObject({
    lines: [{ messages: 7, amount: 77 }],
    totals: [{ currency: "INR", amount: 77 }],
  });
});
