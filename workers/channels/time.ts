import { number, text } from "./json.ts";

/** Seconds of our time have ten digits, milliseconds thirteen. */
const MILLISECONDS_FROM = 100_000_000_000;

/**
 * Milliseconds of a time in seconds, in milliseconds, or as ISO 8601 with its zone. 0, so that the arrival counts, for
 * what tells no zone: nobody knows when that was.
 */
export function timeOf(value: unknown): number {
  const read = number(value);
  if (read !== undefined) return whole(read >= MILLISECONDS_FROM ? read : read * 1_000);
  const words = text(value, 64) ?? "";
  return /T.*(Z|[+-]\d\d:?\d\d)$/.test(words) ? whole(Date.parse(words)) : 0;
}

function whole(at: number): number {
  const rounded = Math.round(at);
  return rounded > 0 && Number.isSafeInteger(rounded) ? rounded : 0;
}
