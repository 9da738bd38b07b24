import { dayOf } from "./zone.ts";

export interface DayRange {
  /** yyyy-mm-dd in the reader's zone. */
  fromDate: string;
  /** The last day, counted in. */
  toDate: string;
}

/** Days of the periods that a button chooses, up to today. */
export const dayPeriods = ["7", "30", "90"] as const;

export const lastDays = (count: number, now = new Date()): DayRange => ({
  fromDate: dayOf(now, 1 - count),
  toDate: dayOf(now),
});

const DAY_MS = 86_400_000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const sooner = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);

/** The range with one of its days moved: the other follows where it would be too far away, or on the wrong side. */
export function movedRange(
  { fromDate, toDate }: DayRange,
  moved: { from: string } | { to: string },
  mostDays: number,
): { from: string; to: string } {
  const most = mostDays - 1;
  if ("from" in moved) {
    const from = moved.from || fromDate;
    return { from, to: sooner(later(toDate, from), dayAfter(from, most)) };
  }
  const to = moved.to || toDate;
  return { from: later(sooner(fromDate, to), dayAfter(to, -most)), to };
}
