export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Minute of the day of a clock such as "9:30" or "24:00"; undefined for what is none. */
export function minuteOf(text: string): number | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  const at = Number(hour) * 60 + Number(minute);
  return at <= 24 * 60 && Number(minute) < 60 ? at : undefined;
}

/** The clock at a minute of the day, such as "09:30". */
export const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Weekday (0 is Monday) and minute of the day at a moment in a time zone; a zone that is none counts as UTC. */
export function clockIn(zone: string, now: number): { day: number; minute: number } {
  const parts = formatIn(zone).formatToParts(now);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return {
    day: weekdays.indexOf(part("weekday").toLowerCase()),
    minute: Number(part("hour")) * 60 + Number(part("minute")),
  };
}

/** The date at a moment in a time zone, such as "2026-11-08"; a zone that is none counts as UTC. */
export function dateIn(zone: string, now: number): string {
  const parts = formatIn(zone).formatToParts(now);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return [part("year"), part("month"), part("day")].join("-");
}

/** When the day of a moment began in a time zone, in milliseconds since 1970; also on days that are an hour shorter or longer. */
export function dayBeganIn(zone: string, now: number): number {
  const begun = now - (now % MINUTE_MS) - clockIn(zone, now).minute * MINUTE_MS;
  const { minute } = clockIn(zone, begun);
  return begun + (minute > DAY_MINUTES / 2 ? DAY_MINUTES - minute : -minute) * MINUTE_MS;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const FORMAT = {
  weekday: "short",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;

/** Making a format costs a hundred times what using it does; there are not more of them than zones. */
const formats = new Map<string, Intl.DateTimeFormat>();
function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  try {
    const made = new Intl.DateTimeFormat("en-GB", { ...FORMAT, timeZone: zone || "UTC" });
    formats.set(zone, made);
    return made;
  } catch {
    return new Intl.DateTimeFormat("en-GB", { ...FORMAT, timeZone: "UTC" });
  }
}
