import { formatDayMonth } from "#app/format.ts";

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day as short as it can stand under a bar; anything else as it is. */
export const shortLabel = (label: string): string => (DAY.test(label) ? formatDayMonth(label) : label);

/** About what the scale and the edges take of a picture's width, and what a letter and the space between labels do. */
const EDGES = 60;
const LETTER = 6.6;
const SPACE = 14;

/** 1 where all labels have room side by side, 2 where every second has, and so on. */
export function shownEvery(labels: readonly string[], width: number): number {
  const longest = Math.max(1, ...labels.map((label) => shortLabel(label).length));
  const fitting = Math.max(1, Math.floor((width - EDGES) / (longest * LETTER + SPACE)));
  return Math.max(1, Math.ceil(labels.length / fitting));
}
