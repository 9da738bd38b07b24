import { formatDayMonth } from "#app/lib/format.ts";

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day in the short form that fits under a bar; any other label unchanged. */
export const shortLabel = (label: string): string => (DAY.test(label) ? formatDayMonth(label) : label);

/** Approximate widths in pixels: the scale and the edges of a chart, a letter, and the space between labels. */
const EDGES = 60;
const LETTER = 6.6;
const SPACE = 14;

/** Interval of the labels shown: 1 if all fit side by side, 2 if every second one does, and so on. */
export function shownEvery(labels: readonly string[], width: number): number {
  const longest = Math.max(1, ...labels.map((label) => shortLabel(label).length));
  const fitting = Math.max(1, Math.floor((width - EDGES) / (longest * LETTER + SPACE)));
  return Math.max(1, Math.ceil(labels.length / fitting));
}
