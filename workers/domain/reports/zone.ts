import { DAY_MS } from "./grain.ts";

/** A clock somewhere: how far ahead of UTC it is at a moment. */
export interface Zone {
  /** Milliseconds to add to UTC for the local time. */
  offsetAt: (at: number) => number;
}

/** The zone that a report's times are read in: a name first, else an offset, else UTC. */
export function zoneOf({
  timeZone,
  timeZoneOffset,
}: {
  timeZone?: string | undefined;
  timeZoneOffset?: number | string | undefined;
}): Zone {
  if (timeZone) return named(timeZone);
  const offset = timeZoneOffset === undefined ? 0 : offsetOf(String(timeZoneOffset));
  return { offsetAt: () => offset };
}

/** "+05:30" says how far ahead the clock is; a bare number is minutes as getTimezoneOffset() gives them: how far behind. */
function offsetOf(text: string): number {
  const clock = /^([+-])(\d\d):(\d\d)$/.exec(text);
  if (!clock) return -Number(text) * 60_000 || 0;
  const minutes = Number(clock[2]) * 60 + Number(clock[3]);
  return (clock[1] === "-" ? -minutes : minutes) * 60_000;
}

/** No zone changes its clock twice within this time. */
const STEADY_MS = 8 * DAY_MS;

function named(timeZone: string): Zone {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const read = (at: number): number => {
    const shown: Partial<Record<string, number>> = {};
    for (const { type, value } of parts.formatToParts(at)) shown[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
    return Date.UTC(year, month - 1, day, hour, minute, second) - (at - (at % 1_000));
  };
  // A year asks for thousands of offsets, and each costs more than a row of the database.
  const known = new Map<number, number>();
  const knownAt = (at: number): number => {
    const offset = known.get(at) ?? read(at);
    known.set(at, offset);
    return offset;
  };
  return {
    offsetAt: (at) => {
      const since = Math.floor(at / STEADY_MS) * STEADY_MS;
      const offset = knownAt(since);
      return offset === knownAt(since + STEADY_MS) ? offset : read(at);
    },
  };
}

/** The moment at which a clock in the zone shows this; for a time that the clock skips, the moment after the gap. */
export function momentOf(zone: Zone, local: number): number {
  const first = local - zone.offsetAt(local);
  const second = local - zone.offsetAt(first);
  return first === second ? first : Math.max(second, local - zone.offsetAt(second));
}

/** The milliseconds that a clock in the zone would show, as if they were UTC. */
export const localOf = (zone: Zone, at: number): number => at + zone.offsetAt(at);
