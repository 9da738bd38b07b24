import { HISTORY_PAGE } from "#workers/contract/endpoints/chats.ts";

/**
 * A chat's older part as pages of a fixed grid: page `k` has the places after `k * HISTORY_PAGE`. Places are counted without
 * gaps, so every page is known before it is read, and so is the length of the scroll bar.
 */
export const pageOf = (seq: number): number => Math.floor((seq - 1) / HISTORY_PAGE);

/** How many pages there are before a place. */
export const pagesBefore = (seq: number): number => Math.ceil((seq - 1) / HISTORY_PAGE);

/** Pages are read by the place after them. */
export const endOf = (page: number): number => (page + 1) * HISTORY_PAGE + 1;
export const isIn = (page: number, seq: number): boolean => pageOf(seq) === page;

/** Pixels that a page takes which nobody has seen yet. */
export const GUESSED = 3_600;
/** Pixels above and below what is in sight that are there already. */
const MARGIN = 1_200;

export interface Range {
  from: number;
  /** The first page after it. */
  to: number;
}

export type Heights = ReadonlyMap<number, number>;
export const heightOf = (heights: Heights, page: number): number => heights.get(page) ?? GUESSED;

/** Pixels from the top of one page to the top of another. */
export function between(heights: Heights, from: number, to: number): number {
  let sum = 0;
  for (let page = from; page < to; page++) sum += heightOf(heights, page);
  return sum;
}

/** The pages that are in sight or near it. */
export function rangeAt(
  heights: Heights,
  pages: number,
  { top, height }: { top: number; height: number },
): Range {
  let from = pages;
  let to = pages;
  let at = 0;
  for (let page = 0; page < pages; page++) {
    const end = at + heightOf(heights, page);
    if (end > top - MARGIN && at < top + height + MARGIN) {
      from = Math.min(from, page);
      to = page + 1;
    }
    at = end;
  }
  return from === pages ? { from: pages, to: pages } : { from, to };
}
