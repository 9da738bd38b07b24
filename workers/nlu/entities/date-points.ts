import { clockOf, inHalf, isLate, type ClockAt } from "./date-clock.ts";
import { dayAt, type Today } from "./date-days.ts";
import { amountOf, type Line, longest, pattern } from "./date-grammar.ts";

/** Items of a line, the end exclusive. */
interface Place {
  from: number;
  to: number;
}
export interface Places {
  day?: Place | undefined;
  clock: Place;
}

/** A moment or a day or a time of day: what is not said is absent. */
export interface Point {
  to: number;
  /** Where of both each is said, so that who asks for one of them gets it: items, the end exclusive. */
  places?: Places | undefined;
  day?: number | undefined;
  by?: string | undefined;
  clock?: ClockAt | undefined;
  /** The part of the day that was said instead of a clock. */
  part?: string | undefined;
}

const BETWEEN = pattern("AT|ON|COMMA|KO|GEN|BY|AFTER|BEFORE|ME|TILL|FROM");
export const BEHIND_CLOCK = pattern("ON|COMMA|OF|KO|GEN?");

export function pointAt(line: Line, at: number, now: Today): Point | undefined {
  return longest(fromNow(line, at, now), dayFirst(line, at, now), clockFirst(line, at, now));
}

function dayFirst(line: Line, at: number, now: Today): Point | undefined {
  const half = halfDayAt(line, at, now);
  const tonight = half?.whole ?? false;
  const day = half ?? dayAt(line, at, now);
  if (!day) return undefined;
  const said = /^P:(\w+)$/.exec(line.sign(day.to))?.[1];
  const part = half?.part ?? said;
  const link = line.match(BETWEEN, day.to)?.to ?? day.to;
  const behind = part && !tonight ? (line.match(BETWEEN, day.to + 1)?.to ?? day.to + 1) : link;
  const clock = longest(clockOf(line, day.to), clockOf(line, link), clockOf(line, behind));
  if (clock) {
    const places = {
      day: { from: at, to: day.to },
      clock: { from: part && !tonight ? day.to : link, to: clock.to },
    };
    return { to: clock.to, ...settled(day.day, clock, part, now), places };
  }
  return { ...day, part, to: said && !tonight ? day.to + 1 : day.to };
}

/**
 * A day and its clock, once the part of the day is known. "Tonight at 1 am" is said in the evening of the night to come,
 * and after midnight of the one that goes on.
 */
function settled(
  day: number,
  clock: ClockAt,
  part: string | undefined,
  now: Pick<Today, "today" | "minute">,
): { day: number; clock: ClockAt } {
  const minute = inHalf(clock, part ?? "");
  const isGone = day === now.today && minute < now.minute;
  const late = clock.late === true || (isLate(part, minute) && (!clock.sure || isGone));
  return { day: day + (late ? 1 : 0), clock: { ...clock, minute } };
}

/** "tonight", "this morning", "last night" */
function halfDayAt(line: Line, at: number, { today }: Today) {
  if (line.sign(at) === "TONIGHT") return { to: at + 1, day: today, by: "other", part: "night", whole: true };
  const part = /^P:(\w+)$/.exec(line.sign(at + 1))?.[1];
  const ref = line.sign(at);
  if (!part || (ref !== "THIS" && !(ref === "LAST" && part === "night"))) return undefined;
  return { to: at + 2, day: ref === "LAST" ? today - 1 : today, by: "other", part, whole: true };
}

const LOOSE_HOUR = pattern("HOUR");

/** "six tomorrow morning": a lone number is an hour where a day and its part follow. */
function looseClock(line: Line, at: number, now: Today): ClockAt | undefined {
  const loose = line.match(LOOSE_HOUR, at);
  const day = loose && (halfDayAt(line, loose.to, now) ?? dayAt(line, loose.to, now));
  if (!loose || !day || !("part" in day || line.sign(day.to).startsWith("P:"))) return undefined;
  const [hour = 0, minute = 0] = (loose.groups[0] ?? "").split(".").map(Number);
  return hour >= 1 && hour <= 12 && minute < 60
    ? { to: loose.to, minute: hour * 60 + minute, sure: false }
    : undefined;
}

function clockFirst(line: Line, at: number, now: Today): Point | undefined {
  const clock = clockOf(line, at) ?? looseClock(line, at, now);
  if (!clock) return undefined;
  const link = line.match(BEHIND_CLOCK, clock.to)?.to ?? clock.to;
  const half = halfDayAt(line, link, now);
  const tonight = half?.whole ?? false;
  const day = half ?? dayAt(line, link, now);
  if (!day) return { to: clock.to, clock };
  const part = half ? half.part : /^P:(\w+)$/.exec(line.sign(day.to))?.[1];
  const to = day.to + (part && !tonight ? 1 : 0);
  const places = { day: { from: link, to }, clock: { from: at, to: clock.to } };
  return { to, ...settled(day.day, clock, part, now), places };
}

const AHEAD = [
  pattern("IN|AFTER NUM A? U:hour|U:minute"),
  pattern("NUM A? U:hour|U:minute LATER|BAAD|ME"),
  pattern("NUM A? U:hour|U:minute GEN BAAD"),
];
const BACK = [pattern("NUM A? U:hour|U:minute AGO|PEHLE")];

/** "in two hours", "30 minutes ago", "now" */
function fromNow(line: Line, at: number, { today, minute }: Today): Point | undefined {
  if (line.sign(at) === "NOW") return moment(today, minute, at + 1);
  for (const [patterns, sign] of [
    [AHEAD, 1],
    [BACK, -1],
  ] as const) {
    for (const each of patterns) {
      const found = line.match(each, at);
      if (!found) continue;
      const hours = line.items.slice(at, found.to).some((item) => item.sign === "U:hour");
      const by = Math.round(amountOf(found.groups[0] ?? "") * (hours ? 60 : 1)) * sign;
      // The time that was asked for is given, where it is one to come; nobody has spoken of the day.
      const places = sign > 0 ? { clock: { from: at, to: found.to } } : undefined;
      if (Math.abs(by) < 1e6) return { ...moment(today, minute + by, found.to), places };
    }
  }
  return undefined;
}

const moment = (today: number, minute: number, to: number): Point => {
  const days = Math.floor(minute / 1440);
  return { to, day: today + days, clock: { to, minute: minute - days * 1440, sure: true } };
};
