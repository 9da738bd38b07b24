import { dayOf, lastDayOf, monthsLater, partsOf, realDay, weekdayOf } from "./calendar.ts";
import { holidayDays, nthWeekday } from "./holidays.ts";

/** The meanings of a date's words, reckoned from today. */

const mondayOf = (day: number): number => day - weekdayOf(day) + 1;

/** The month that "this", "next" or "last" means, as a count of months. */
const monthCount = (ref: string, today: number): { year: number; month: number } => {
  const { year, month } = partsOf(
    monthsLater(mondayless(today), ref === "LAST" ? -1 : ref === "THIS" ? 0 : 1),
  );
  return { year, month };
};
/** The first of its month: counting from the 31st would skip short months. */
const mondayless = (day: number): number => {
  const { year, month } = partsOf(day);
  return dayOf(year, month, 1);
};

export const nextWeekday = (wanted: number, today: number): number => mondayOf(today) + 6 + wanted;

/** A weekday without more is the one to come, and in a sentence of the past the one before today. */
export function weekday(ref: string, wanted: number, today: number, past: () => boolean): number {
  const last = today - ((weekdayOf(today) - wanted + 6) % 7) - 1;
  const coming = today + ((wanted - weekdayOf(today) + 7) % 7);
  const ofThisWeek = mondayOf(today) + wanted - 1;
  switch (ref) {
    case "NEXT":
      return nextWeekday(wanted, today);
    case "LAST":
      return last;
    case "COMING":
      return coming === today ? today + 7 : coming;
    case "THIS":
      // "book for this monday", said on a Wednesday
      return ofThisWeek < today && !past() ? coming : ofThisWeek;
    default:
      return past() ? last : coming;
  }
}

export const weekOf = (ref: string, today: number): number =>
  mondayOf(today) + (ref === "LAST" ? -7 : ref === "THIS" ? 0 : 7);

/** The next such day from today on, or the last one up to today. */
export function nearest(month: number, day: number, today: number, past: boolean): number | undefined {
  const { year } = partsOf(today);
  // The 29th of February is not in every year.
  for (let away = 0; away <= 8; away++) {
    const found = realDay(year + (past ? -away : away), month, day);
    if (found !== undefined && (past ? found <= today : found >= today)) return found;
  }
  return undefined;
}

export function nearestOfMonth(day: number, today: number, past: boolean): number | undefined {
  if (day < 1 || day > 31) return undefined;
  const first = mondayless(today);
  for (let away = 0; away <= 2; away++) {
    const { year, month } = partsOf(monthsLater(first, past ? -away : away));
    const found = realDay(year, month, day);
    if (found !== undefined && (past ? found <= today : found >= today)) return found;
  }
  return undefined;
}

/** "Wednesday the 13th": the next 13th that is one. */
export function weekdayAndDay(wanted: number, day: number, today: number): number | undefined {
  const { year, month } = partsOf(today);
  for (let add = 0; add <= 12; add++) {
    const found = realDay(year + Math.floor((month - 1 + add) / 12), ((month - 1 + add) % 12) + 1, day);
    if (found !== undefined && found >= today && weekdayOf(found) === wanted) return found;
  }
  return undefined;
}

/** The holiday that comes (1) or was (-1) next to a day. */
export function holiday(key: string, today: number, direction: 1 | -1): number | undefined {
  const { year } = partsOf(today);
  for (let add = 0; add <= 2; add++) {
    const days = holidayDays(key, year + add * direction);
    const found = direction > 0 ? days.find((day) => day >= today) : days.findLast((day) => day < today);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const yearOf = (ref: string, today: number): number =>
  partsOf(today).year + (ref === "LAST" ? -1 : ref === "THIS" ? 0 : 1);
export const inYear = (key: string, year: number): number | undefined => holidayDays(key, year)[0];

/** The month in which one speaks of it next. */
export const yearOfMonth = (month: number, today: number): number =>
  partsOf(today).year + (month < partsOf(today).month ? 1 : 0);

export function nth(which: string, wanted: number, year: number, month: number): number | undefined {
  const count = which.startsWith("O") ? Number(which.slice(1)) : 0;
  if (which.startsWith("O") && (count < 1 || count > 5)) return undefined;
  const found = nthWeekday(year, month, count, wanted);
  return found <= lastDayOf(year, month) ? found : undefined;
}

export function unitsLater(day: number, amount: number, unit: string): number | undefined {
  const whole = Number.isInteger(amount);
  if (amount > 10_000) return undefined;
  switch (unit) {
    case "U:day":
      return whole ? day + amount : undefined;
    case "U:week":
      return Number.isInteger(amount * 7) ? day + amount * 7 : undefined;
    case "U:fortnight":
      return whole ? day + amount * 14 : undefined;
    case "U:month":
      return whole ? monthsLater(day, amount) : undefined;
    case "QUARTER":
      return whole ? monthsLater(day, amount * 3) : undefined;
    case "U:year":
      return Number.isInteger(amount * 12) ? monthsLater(day, amount * 12) : undefined;
    default:
      return undefined;
  }
}

export function inMonth(ref: string, day: number, today: number): number | undefined {
  const { year, month } = monthCount(ref, today);
  return realDay(year, month, day);
}

export function nthIn(which: string, wanted: number, ref: string, today: number): number | undefined {
  const { year, month } = monthCount(ref, today);
  return nth(which, wanted, year, month);
}

export function edge(which: string, year: number, month: number): number | undefined {
  if (which === "O1") return dayOf(year, month, 1);
  return which.startsWith("O") ? realDay(year, month, Number(which.slice(1))) : lastDayOf(year, month);
}

export function edgeIn(which: string, ref: string, today: number): number | undefined {
  const { year, month } = monthCount(ref, today);
  return edge(which, year, month);
}

export function edgeOfYear(which: string, year: number): number | undefined {
  if (which === "O1") return dayOf(year, 1, 1);
  return which.startsWith("O") ? undefined : dayOf(year, 12, 31);
}
