/** Days that a period of the analytics has. */
export const analyticsPeriods = ["7", "30", "90"] as const;
export type AnalyticsPeriod = (typeof analyticsPeriods)[number];

/** The last days up to the end of today, by the reader's clock. */
export function daysUpTo(now: Date, days: number): { since: string; until: string } {
  const end = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const begin = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - days);
  return { since: begin.toISOString(), until: end.toISOString() };
}

interface Ended {
  at: string;
  closed: number;
  missed: number;
}
export interface Bar {
  label: string;
  closed: number;
  missed: number;
}

/** By the reader's days, those without chats too; a day as "Mon 23 Nov". */
export function byDay(hours: readonly Ended[], { since, until }: { since: string; until: string }): Bar[] {
  const bars = new Map<string, Bar>();
  const keyOf = (at: Date) => `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`;
  const name = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short" });
  const day = new Date(since);
  while (day.getTime() < Date.parse(until)) {
    bars.set(keyOf(day), { label: name.format(day).replace(",", ""), closed: 0, missed: 0 });
    day.setDate(day.getDate() + 1);
  }
  for (const hour of hours) add(bars.get(keyOf(new Date(hour.at))), hour);
  return [...bars.values()];
}

/** By the hour of the reader's day, over all days. */
export function byHour(hours: readonly Ended[]): Bar[] {
  const bars = Array.from({ length: 24 }, (_, hour) => ({
    label: `${String(hour).padStart(2, "0")}:00`,
    closed: 0,
    missed: 0,
  }));
  for (const hour of hours) add(bars[new Date(hour.at).getHours()], hour);
  return bars;
}

function add(bar: Bar | undefined, { closed, missed }: Ended): void {
  if (!bar) return;
  bar.closed += closed;
  bar.missed += missed;
}
