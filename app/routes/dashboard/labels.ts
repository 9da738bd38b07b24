import { formatDayMonth } from "#app/lib/format.ts";
import { pageLocale } from "#app/lib/language/language.ts";
import type { Period } from "./periods.ts";

const two = (number: number): string => String(number).padStart(2, "0");
const weekdays = new Intl.DateTimeFormat(pageLocale(), { weekday: "short" });

/** A row's day or hour: dd/mm for the month and for days of one's own, a weekday with its date for the others, hours for one day. */
export function labelOf(date: string, period: Period | null): string {
  const [day = "", time] = date.split("T");
  if (time !== undefined) return time;
  const [year, month, dayOfMonth] = day.split("-").map(Number);
  if (period === "MONTH" || period === null) return `${two(dayOfMonth ?? 0)}/${two(month ?? 0)}`;
  const weekday = weekdays.format(new Date(year ?? 0, (month ?? 1) - 1, dayOfMonth));
  return `${weekday} ${formatDayMonth(day)}`;
}
