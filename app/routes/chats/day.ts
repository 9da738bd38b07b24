import { pageLocale } from "#app/lib/language/language.ts";
const DAY = new Intl.DateTimeFormat(pageLocale("en-GB"), {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
});

/** Milliseconds to "Mon, 14 Nov 2026" in the reader's time zone. */
export const formatDay = (at: number): string => DAY.format(at);
