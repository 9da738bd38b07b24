import type { DurationUnit } from "#workers/contract/automation/parts.ts";
import { momentIn, timeIn } from "#workers/contract/zone-moment.ts";
import { dateOf } from "#workers/contract/condition-row.ts";

const UNIT_MS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000 } as const;
const DAYS = { days: 1, weeks: 7 } as const;
const DAY_MS = 86_400_000;

/**
 * A time so much later in a zone, or earlier. Days and weeks keep the clock, so that a day on which clocks change has 23 or
 * 25 hours; milliseconds since 1970.
 */
export function laterIn(zone: string, from: number, amount: number, unit: DurationUnit): number {
  if (unit === "days" || unit === "weeks") {
    const moment = momentIn(zone, from);
    const day = Date.parse(`${moment.slice(0, 10)}T00:00:00Z`) + amount * DAYS[unit] * DAY_MS;
    return timeIn(zone, new Date(day).toISOString().slice(0, 10) + moment.slice(10)) + (from % 1_000);
  }
  return from + amount * UNIT_MS[unit];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?$/;

/** Whether a value is a day without a clock. */
export const isDay = (value: unknown): value is string => typeof value === "string" && DAY.test(value);

/** A date as a time: one without a zone is by the clock of `zone`, and a day alone begins at its midnight there. */
export function timeOf(value: unknown, zone: string): number | undefined {
  const local = typeof value === "string" ? LOCAL.exec(value) : null;
  if (!local && !isDay(value)) return dateOf(value)?.getTime();
  const [day, clock] = local
    ? [local[1] ?? "", `${local[2]}${local[3] ?? ":00"}`]
    : [String(value), "00:00:00"];
  if (!dateOf(`${day}T${clock}Z`)) return undefined;
  return timeIn(zone, `${day}T${clock}`);
}

/** The same day at another clock. */
export const atClock = (zone: string, at: number, clock: string): number =>
  timeIn(zone, `${momentIn(zone, at).slice(0, 10)}T${clock.padStart(5, "0")}:00`);
