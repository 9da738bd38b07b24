import { expect, test } from "vitest";
import { circlesIn, reachedFrom } from "#workers/domain/flow/circles.ts";
import { chanceOf, tokenKey } from "#workers/domain/flow/chance.ts";
import { bytesOf, toJson } from "#workers/domain/flow/json.ts";
import { logged } from "#workers/domain/flow/log.ts";

const ways = (edges: string): Map<string, string[]> => {
  const all = new Map<string, string[]>();
  for (const [from = "", to = ""] of edges.split(" ").map((edge) => edge.split(">"))) {
    all.set(from, [...(all.get(from) ?? []), to]);
    if (!all.has(to)) all.set(to, []);
  }
  return all;
};
const circles = (edges: string): string[] => {
  const graph = ways(edges);
  return circlesIn(graph.keys(), graph).map((circle) => circle.join(""));
};

test("circles are found, each group's shortest, in order", () => {
  expect(circles("a>b b>c")).toEqual([]);
  expect(circles("a>a")).toEqual(["a"]);
  expect(circles("a>b b>c c>a c>d")).toHaveLength(1);
  expect("abcabc").toContain(circles("a>b b>c c>a c>d")[0]);
  expect(circles("a>b b>a c>d d>c b>c").map((circle) => circle.length)).toEqual([2, 2]);
  // Two ways share their middle.
  expect(circles("a>b b>c b>d c>e d>e e>f f>g")).toEqual([]);
  expect(circles("a>b b>c c>d d>a b>a")[0]).toHaveLength(2);
});

test("a way of 10,000 nodes is gone without recursion", () => {
  const long = new Map(Array.from({ length: 10_000 }, (_, at) => [`n${at}`, [`n${(at + 1) % 10_000}`]]));
  expect(circlesIn(long.keys(), long)[0]).toHaveLength(10_000);
  expect(reachedFrom(["n5"], long).size).toBe(10_000);
});

test("chance is even, and the same again", () => {
  const all = Array.from({ length: 2_000 }, (_, at) => chanceOf("s", `${at}`));
  expect(all.every((each) => each >= 0 && each < 1)).toBe(true);
  expect(all.reduce((sum, each) => sum + each, 0) / all.length).toBeCloseTo(0.5, 1);
  expect(chanceOf("s", "1")).toBe(chanceOf("s", "1"));
  expect(tokenKey("s", "r", 1)).toMatch(/^[\w-]{20}$/);
  expect(tokenKey("s", "r", 1)).not.toBe(tokenKey("t", "r", 1));
});

test("values become JSON, and a log is short and keeps no secret, however deep", () => {
  expect(toJson({ at: new Date(0), list: [undefined, NaN, 1n], text: "x" })).toEqual({
    at: "1970-01-01T00:00:00.000Z",
    list: [null, null, null],
    text: "x",
  });
  expect(bytesOf("é")).toBe(4);
  expect(logged({ a: { b: [{ password: "x", OTP: "1", ok: 1 }] } })).toEqual({
    a: { b: [{ password: "•••", OTP: "•••", ok: 1 }] },
  });
  const deep = JSON.parse(`${'{"a":'.repeat(30)}{"pin":1}${"}".repeat(30)}`) as never;
  expect(JSON.stringify(logged(deep))).not.toContain("pin");
  for (const value of [
    "\u0000".repeat(9_000),
    "€".repeat(9_000),
    '"'.repeat(9_000),
    Array.from({ length: 5_000 }, () => 1),
  ]) {
    expect(bytesOf(logged(value))).toBeLessThanOrEqual(4_096);
  }
});
