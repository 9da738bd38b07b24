import { formatShare } from "#app/lib/format.ts";

/** A part of a whole in percent; a dash where there is no whole. */
export const shareOf = (part: number, whole: number): string =>
  whole === 0 ? "–" : formatShare(part / whole);
