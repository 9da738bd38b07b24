import { pageLocale } from "#app/lib/language/language.ts";
/** Days that a period of the analytics has. */
export const analyticsPeriods = ["7", "30", "90"] as const;
export type AnalyticsPeriod = (typeof analyticsPeriods)[number];

/** The last days up to the end of today, by the reader's clock. */
export function daysUpTo(now: Date, days: number): { since: string; until: string } {
  const end = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const begin = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - days);
  return { since: begin.toISOString(), until: end.toISOString() };
}

interface Counted {
  started: number;
  closed: number;
  missed: number;
}
type Hour = Counted & { at: string };
export type Bar = Counted & { label: string };

/** By the reader's days, those without chats too; a day as "Mon 23 Nov". */
export function byDay(hours: readonly Hour[], { since, until }: { since: string; until: string }): Bar[] {
  const bars = new Map<string, Bar>();
  const keyOf = (at: Date) => `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`;
  const name = new Intl.DateTimeFormat(pageLocale("en-GB"), {
    weekday: "short",
    day: "numeric",
    month: "short",
  });
  const day = new Date(since);
  while (day.getTime() < Date.parse(until)) {
    bars.set(keyOf(day), {
      label: name.format(day).replace(",", ""),
      started: 0,
      closed: 0,
      missed: 0,
    });
    day.setDate(day.getDate() + 1);
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
