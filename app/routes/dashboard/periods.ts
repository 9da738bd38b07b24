import { readerZone } from "#app/lib/reader-zone.ts";
import type { DayRange } from "#app/lib/day-range.ts";
import { dayOf } from "#app/lib/zone.ts";

export const periods = ["MONTH", "HALF-MONTH", "WEEK", "DAY"] as const;
export type Period = (typeof periods)[number];

/** Number of days before today on which the period begins. */
const DAYS_BACK: Record<Period, number> = { MONTH: 29, "HALF-MONTH": 14, WEEK: 6, DAY: 0 };

/** A period as the API's query parameters, up to today in the reader's time zone. */
export const rangeOf = (period: Period, now = new Date()) =>
  queryOf({ fromDate: dayOf(now, -DAYS_BACK[period]), toDate: dayOf(now) }, now);

/** Days of one's own as the API's query parameters, none of them after today; a single day goes by the hour. */
export function queryOf({ fromDate, toDate }: DayRange, now = new Date()) {
  const today = dayOf(now);
  const [from, to] = [fromDate, toDate].map((day) => (day > today ? today : day)) as [string, string];
  return {
    fromDate: from,
    toDate: to,
    timeType: from === to ? ("HOUR" as const) : ("DAY" as const),
    currentDate: now.toISOString(),
    clientOffset: now.getTimezoneOffset(),
    timeZone: readerZone(),
  };
}
