import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepRows, rowsIn, sizesWith } from "#app/kit/page-size.ts";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const rows = (address: string, usual = 20) => rowsIn(new URLSearchParams(address), usual);

test("a page has as many rows as its address says, else as the device was last told, else as usual", () => {
  expect(rows("")).toBe(20);
  expect(rows("", 30)).toBe(30);
  keepRows(50);
  expect(rows("")).toBe(50);
  expect(rows("rows=100")).toBe(100);
});

test.each(["rows=7", "rows=-1", "rows=x", "rows=5000"])("no other size is taken: %s", (address) => {
  expect(rows(address)).toBe(20);
});

test("a list's own size is among those that can be chosen, and another list's is not", () => {
  expect(sizesWith(30)).toEqual([20, 30, 50, 100]);
  keepRows(30);
  expect(rows("", 30)).toBe(30);
  expect(rows("", 20)).toBe(20);
});
