import type { DashboardSchedule } from "#workers/contract/own-dashboards.ts";
import { dateIn } from "#workers/contract/zone-clock.ts";
import { timeIn } from "#workers/contract/zone-moment.ts";
import { DAY_MS } from "../reports/grain.ts";

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
/** 0 is Monday. */
const weekdayOf = (date: string): number => (new Date(date).getUTCDay() + 6) % 7;
/** A month has at most 31 days. */
const MOST_DAYS = 32;

function isOn({ every, weekday, monthday }: DashboardSchedule, date: string): boolean {
  if (every === "week") return weekdayOf(date) === weekday;
  return every === "day" || Number(date.slice(8)) === monthday;
}

/** When a dashboard is mailed next, after a moment: at its hour by the clocks of its zone. */
export function nextMail(schedule: DashboardSchedule, after: number): number {
  const { timeZone, hour } = schedule;
  const today = dateIn(timeZone, after);
  for (let days = 0; days <= MOST_DAYS; days++) {
    const date = dayAfter(today, days);
    const at = timeIn(timeZone, `${date}T${String(hour).padStart(2, "0")}:00:00`);
    if (isOn(schedule, date) && at > after) return at;
  }
  throw new Error("a schedule never comes");
}

/** The days that a mail is about: those since the one before it, up to yesterday. */
export function daysOfMail({ every, timeZone }: DashboardSchedule, at: number) {
  const today = dateIn(timeZone, at);
  const [year, month] = today.split("-").map(Number) as [number, number];
  const fromDate =
    every === "month"
      ? `${month === 1 ? year - 1 : year}-${String(month === 1 ? 12 : month - 1).padStart(2, "0")}-${today.slice(8)}`
      : dayAfter(today, every === "week" ? -7 : -1);
  return { fromDate, toDate: dayAfter(today, -1), timeZone };
}
