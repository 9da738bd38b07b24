import { pageLocale } from "#app/lib/language/language.ts";
const DAY = new Intl.DateTimeFormat(pageLocale("en-GB"), {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
});

/** Milliseconds to "Mon, 14 Nov 2026" in the reader's time zone. */
export const formatDay = (at: number): string => DAY.format(at);

const CLOCK = new Intl.DateTimeFormat(pageLocale("en-GB"), {
  hour: "2-digit",
  minute: "2-digit",
  hour12: true,
});
const SHORT_DAY = new Intl.DateTimeFormat(pageLocale("en-GB"), { day: "numeric", month: "short" });
const LONG_DAY = new Intl.DateTimeFormat(pageLocale("en-GB"), {
  day: "numeric",
  month: "short",
  year: "numeric",
});

/** Milliseconds as a narrow row has room for: the time of today, the day of this year, else the day with its year. */
export function formatWhen(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.toDateString() === today.toDateString()) return CLOCK.format(at);
  return (then.getFullYear() === today.getFullYear() ? SHORT_DAY : LONG_DAY).format(at);
}
