import { expect, test } from "vitest";
import {
  between,
  endOf,
  GUESSED,
  heightOf,
  isIn,
  pageOf,
  pagesBefore,
  rangeAt,
} from "#app/routes/chats/messages/windowing.ts";
import { HISTORY_PAGE } from "#workers/contract/endpoints/chats.ts";

test("every place is in one page, which is read by the place after it", () => {
  for (const seq of [1, HISTORY_PAGE, HISTORY_PAGE + 1, 50_000]) {
    const page = pageOf(seq);
    expect(isIn(page, seq)).toBe(true);
    expect(seq).toBeLessThan(endOf(page));
    expect(seq).toBeGreaterThanOrEqual(endOf(page) - HISTORY_PAGE);
  }
  expect([1, 2, HISTORY_PAGE + 1, HISTORY_PAGE + 2].map(pagesBefore)).toEqual([0, 1, 1, 2]);
});

test("pages take the room that they were seen to take, others a guess", () => {
  const heights = new Map([[1, 100]]);
  expect([heightOf(heights, 0), heightOf(heights, 1)]).toEqual([GUESSED, 100]);
  expect(between(heights, 0, 3)).toBe(2 * GUESSED + 100);
  expect(between(heights, 3, 3)).toBe(0);
});

test("of a thousand pages only those are there that are in sight or near it", () => {
  const none = new Map<number, number>();
  const middle = rangeAt(none, 1_000, { top: 500.5 * GUESSED, height: 600 });
  expect(middle).toEqual({ from: 500, to: 501 });
  const edge = rangeAt(none, 1_000, { top: 500 * GUESSED, height: 600 });
  expect(edge).toEqual({ from: 499, to: 501 });
  expect(rangeAt(none, 1_000, { top: 0, height: 600 })).toEqual({ from: 0, to: 1 });
  // At the end of a long last part nothing older is near.
  expect(rangeAt(none, 10, { top: 10 * GUESSED + 5_000, height: 600 })).toEqual({ from: 10, to: 10 });
  expect(rangeAt(none, 0, { top: 0, height: 600 })).toEqual({ from: 0, to: 0 });
  // Small pages: as many as it takes.
  const small = new Map(Array.from({ length: 1_000 }, (_, page) => [page, 100] as const));
  const { from, to } = rangeAt(small, 1_000, { top: 50_000, height: 600 });
  expect([from, to]).toEqual([488, 518]);
});
