import { expect, test } from "vitest";
import { chunksOf } from "#workers/domain/import-export/chunks.ts";

const rowsIn = (chunks: readonly string[]): unknown[] =>
  chunks.flatMap((chunk) => JSON.parse(chunk) as unknown[]);

test.each([0, 1, 99, 100, 101, 250])("%d rows are in the lists in their order", (count) => {
  const rows = Array.from({ length: count }, (_, at) => at);
  const chunks = chunksOf(rows, (at) => [`row ${at}`, { at }]);
  expect(chunks).toHaveLength(count === 0 ? 0 : 1);
  expect(rowsIn(chunks)).toEqual(rows.map((at) => [`row ${at}`, { at }]));
});

test("a list is short enough for one value, however many rows there are and whatever they hold", () => {
  const rows = [
    ...Array.from({ length: 2_000 }, (_, at) => [at, "ह".repeat(300)]),
    [2_000, "x".repeat(400_000)],
    ...Array.from({ length: 50 }, (_, at) => [2_001 + at, "y".repeat(30_000)]),
  ];
  const chunks = chunksOf(rows);
  expect(rowsIn(chunks)).toEqual(rows);
  const longest = Math.max(...chunks.map((chunk) => new TextEncoder().encode(chunk).byteLength));
  expect(longest).toBeLessThan(1_000_000);
});

test("a row that is too long for any list is alone in one", () => {
  const chunks = chunksOf(["a", "x".repeat(1_000_000), "b"]);
  expect(chunks.map((chunk) => (JSON.parse(chunk) as string[]).map((text) => text.slice(0, 1)))).toEqual([
    ["a"],
    ["x"],
    ["b"],
  ]);
});
