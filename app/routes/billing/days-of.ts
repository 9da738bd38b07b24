import { dayOf, daysOf, monthOf, startOf } from "#workers/contract/billing/usage.ts";

const nameOf = (day: number): string => new Date(startOf(day)).toISOString().slice(0, 10);

/** Every day of a month, of the present one those until today, with what was counted on it: a day without use has none. */
export function everyDay(
  month: string,
  counted: readonly { day: string; count: number }[],
  now: number,
): { day: string; count: number }[] {
  const number = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
  const { from, to } = daysOf(number);
  const end = number === monthOf(now) ? dayOf(now) + 1 : to;
  const counts = new Map(counted.map(({ day, count }) => [day, count]));
  return Array.from({ length: end - from }, (_, at) => nameOf(from + at)).map((day) => ({
    day,
    count: counts.get(day) ?? 0,
  }));
}
