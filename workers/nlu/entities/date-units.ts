import { dayOf, partsOf, weekdayOf } from "./calendar.ts";

export type Span = readonly [first: number, last: number];

/** Whole months by their count since year 0. */
export const months = (from: number, length: number): Span => {
  const [year, month] = [Math.floor(from / 12), (from % 12) + 1];
  return [dayOf(year, month, 1), dayOf(year, month + length, 0)];
};
export const monthNumber = (day: number): number => {
  const { year, month } = partsOf(day);
  return year * 12 + month - 1;
};
/** How many behind this one "last", "this" and "next" are. */
export const offset = (ref: string): number => (ref === "LAST" ? -1 : ref === "THIS" || ref === "" ? 0 : 1);
export const monday = (day: number): number => day - weekdayOf(day) + 1;

/** The week, month, quarter or year that is so many behind the one of a day. */
export function spanOfUnit(name: string, by: number, today: number): Span | undefined {
  const month = monthNumber(today);
  switch (name) {
    case "U:week":
      return [monday(today) + by * 7, monday(today) + by * 7 + 6];
    case "U:month":
      return months(month + by, 1);
    case "QUARTER":
      return months(Math.floor(month / 3) * 3 + by * 3, 3);
    case "U:year":
      return months(Math.floor(month / 12) * 12 + by * 12, 12);
    case "U:fiscal":
      return months(Math.floor((month - 3) / 12) * 12 + 3 + by * 12, 12);
    default:
      return undefined;
  }
}
