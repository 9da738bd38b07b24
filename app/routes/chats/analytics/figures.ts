import { type DayRange, dayPeriods, lastDays, movedRange } from "#app/lib/day-range.ts";
import { pageLocale } from "#app/lib/language/language.ts";
import { dayBegins } from "#app/lib/zone.ts";
import { MOST_ANALYTICS_DAYS } from "#workers/contract/endpoints/chat-analytics.ts";

/** A day or an hour of it; a day with the time whose chats it counts. */
export type Bar = Counted & { label: string; since?: string; until?: string };

/** The whole days of an address, else the last ones, up to today, by the reader's clock. */
export function daysIn(address: URLSearchParams, now: Date): DayRange {
  const [from, to] = [address.get("from") ?? "", address.get("to") ?? ""];
  if (dayBegins(from) === undefined || dayBegins(to) === undefined || from > to)
    return lastDays(Number(dayPeriods.find((each) => each === address.get("days")) ?? "7"), now);
  // One day is left to the hour that a range gains where clocks are set back.
  const { from: fromDate, to: toDate } = movedRange(
    { fromDate: from, toDate: to },
    { to },
    MOST_ANALYTICS_DAYS - 1,
  );
  return { fromDate, toDate };
}

/** The first moment of the range's days, and the first after them. */
export const timeOf = ({ fromDate, toDate }: DayRange): Time => ({
  since: dayBegins(fromDate) ?? "",
  until: dayBegins(toDate, 1) ?? "",
});

interface Time {
  since: string;
  until: string;
}
interface Counted {
  started: number;
  closed: number;
  missed: number;
}
type Hour = Counted & { at: string };

const HOUR_MS = 3_600_000;
/** Chats are summed up by the hour (UTC), which counts on the day in which it begins. */
const nextHour = (at: Date): number => Math.ceil(at.getTime() / HOUR_MS) * HOUR_MS;

/** By the reader's days, those without chats too; a day as "Mon 23 Nov". */
export function byDay(hours: readonly Hour[], { since, until }: Time): Bar[] {
  const bars = new Map<string, Bar>();
  const keyOf = (at: Date) => `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`;
  const name = new Intl.DateTimeFormat(pageLocale("en-GB"), {
    weekday: "short",
    day: "numeric",
    month: "short",
  });
  const day = new Date(since);
  while (day.getTime() < Date.parse(until)) {
    const [key, label, begin] = [keyOf(day), name.format(day).replace(",", ""), nextHour(day)];
    day.setDate(day.getDate() + 1);
    const end = Math.min(nextHour(day), Date.parse(until));
    const time = { since: new Date(begin).toISOString(), until: new Date(end).toISOString() };
    bars.set(key, { label, ...time, started: 0, closed: 0, missed: 0 });
  }
  for (const hour of hours) add(bars.get(keyOf(new Date(hour.at))), hour);
  return [...bars.values()];
}

/** By the hour of the reader's day, over all days. */
export function byHour(hours: readonly Hour[]): Bar[] {
  const bars = Array.from({ length: 24 }, (_, hour) => ({
    label: `${String(hour).padStart(2, "0")}:00`,
    started: 0,
    closed: 0,
    missed: 0,
  }));
  for (const hour of hours) add(bars[new Date(hour.at).getHours()], hour);
  return bars;
}

function add(bar: Bar | undefined, { started, closed, missed }: Hour): void {
  if (!bar) return;
  bar.started += started;
  bar.closed += closed;
  bar.missed += missed;
}
