/** Days as numbers since 1970-01-01, so that calendars are sums. */
const DAY_MS = 86_400_000;

/** A day of the proleptic Gregorian calendar; months and days beyond their range run over. */
export function dayOf(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return Math.floor(date.getTime() / DAY_MS);
}

export function partsOf(day: number): { year: number; month: number; day: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;
export const lastDayOf = (year: number, month: number): number => dayOf(year, month + 1, 0);

/** A day that exists: no 31 April. */
export function realDay(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1 || year < 1000 || year > 9999) return undefined;
  const found = dayOf(year, month, day);
  return found <= lastDayOf(year, month) ? found : undefined;
}

export function isoDay(day: number): string {
  const { year, month, day: of } = partsOf(day);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(of)}`;
}

export const two = (value: number): string => String(value).padStart(2, "0");

/** How far ahead a year of two digits can be: said in 2026, 46 is 2046 and 47 is 1947. */
const YEARS_AHEAD = 20;
export const fullYear = (short: number, thisYear: number): number =>
  2000 + short > thisYear + YEARS_AHEAD ? 1900 + short : 2000 + short;

/** Months later, at the end of a shorter month where the day is not there. */
export function monthsLater(day: number, months: number): number {
  const { year, month, day: of } = partsOf(day);
  const at = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(at / 12), (at % 12) + 1];
  return Math.min(dayOf(toYear, toMonth, of), lastDayOf(toYear, toMonth));
}

/** The day and the minute of it at a moment in a zone; an unknown zone is UTC. */
export function localNow(now: number, timeZone: string): { today: number; minute: number } {
  const local = now + offsetMinutes(now, timeZone) * 60_000;
  const today = Math.floor(local / DAY_MS);
  return { today, minute: Math.floor((local - today * DAY_MS) / 60_000) };
}

function offsetMinutes(now: number, timeZone: string): number {
  try {
    const written = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" })
      .formatToParts(now)
      .find(({ type }) => type === "timeZoneName")?.value;
    const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(written ?? "") ?? [];
    return sign ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
  } catch {
    return 0;
  }
}
