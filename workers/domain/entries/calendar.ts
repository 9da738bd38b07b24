import type { Schedule } from "#workers/contract/automation/triggers.ts";
import { weekdays } from "#workers/contract/zone-clock.ts";
import { momentIn, timeIn } from "#workers/contract/zone-moment.ts";

const DAY_MS = 86_400_000;
/** More than a month has, and a week. */
const DAYS_AHEAD = 64;

type When = Pick<Schedule, "every" | "weekday" | "day" | "clock">;

/**
 * The next time of a schedule after a moment, by the clock of its zone: also on days on which clocks change, where one that is
 * left out is an hour later. A month that is too short for its day has it on its last.
 */
export function nextTime(when: When, zone: string, after: number): number {
  const today = Date.parse(`${momentIn(zone, after).slice(0, 10)}T00:00:00Z`);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const day = new Date(today + ahead * DAY_MS);
    if (!isOn(when, day)) continue;
    const at = timeIn(zone, `${day.toISOString().slice(0, 10)}T${when.clock.padStart(5, "0")}:00`);
    if (at > after) return at;
  }
  throw new Error("a schedule has a time within two months");
}

function isOn({ every, weekday, day: wanted }: When, day: Date): boolean {
  if (every === "day") return true;
  if (every === "week") return weekdays[(day.getUTCDay() + 6) % 7] === weekday;
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  return day.getUTCDate() === Math.min(wanted, last);
}
