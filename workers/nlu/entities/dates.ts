import { dayOf, isoDay, localNow, partsOf, realDay } from "./calendar.ts";
import { clockOf, clockText, inHalf, type ClockAt } from "./date-clock.ts";
import { dayAt, type Today } from "./date-days.ts";
import { amountOf, Line, longest, pattern } from "./date-grammar.ts";
import { understood } from "./date-guard.ts";
import { itemsOf, writtenDays } from "./date-items.ts";
import { periodOf } from "./date-periods.ts";
import type { NumberAt } from "./number.ts";
import type { Found, Token } from "./tokens.ts";

export interface DateFound extends Found {
  kind: "date" | "time" | "datetime" | "period";
}

/** A moment or a day or a time of day: what is not said is absent. */
interface Point {
  to: number;
  day?: number | undefined;
  by?: string | undefined;
  clock?: ClockAt | undefined;
  /** The part of the day that was said instead of a clock. */
  part?: string | undefined;
}

/** From one point to another, both counted in. */
interface Range {
  to: number;
  from: Omit<Point, "to">;
  until: Omit<Point, "to">;
  /** Whole days or months without points: "next week". */
  named?: boolean;
}

/**
 * Days, times of day and stretches of both, in English, in Hindi and in both at once. `now` and `timeZone` say what
 * "tomorrow" is, `country` what 5/12 is.
 */
export function findDates(
  text: string,
  tokens: readonly Token[],
  numbers: readonly NumberAt[],
  { now, timeZone, country }: { now: number; timeZone: string; country: string },
): DateFound[] {
  const line = new Line(itemsOf(tokens, numbers, writtenDays(text, country), country));
  const today = localNow(now, timeZone);
  const found: DateFound[] = [];
  for (let at = 0; at < line.items.length;) {
    const range = rangeAt(line, at, today) ?? namedAt(line, at, today);
    const point = pointAt(line, at, today);
    const best = longest<Point | Range>(range, point);
    if (!best) {
      at++;
      continue;
    }
    const isRange = best === range;
    if (understood(line, tokens, at, best.to, isRange ? "range" : point?.clock ? "clock" : "day")) {
      found.push(
        ...(isRange ? rangeFound(line, tokens, at, range) : pointFound(line, tokens, at, best as Point)),
      );
    }
    at = best.to;
  }
  return found;
}

const PARTS: Readonly<Record<string, readonly [number, number]>> = {
  morning: [360, 720],
  afternoon: [720, 960],
  evening: [960, 1200],
  night: [1200, 1440],
};

const BETWEEN = pattern("AT|ON|COMMA|KO|GEN|BY|AFTER|BEFORE|ME|TILL|FROM");
const BEHIND_CLOCK = pattern("ON|COMMA|OF|KO|GEN?");

function pointAt(line: Line, at: number, now: Today): Point | undefined {
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
  if (clock) return { to: clock.to, day: day.day, clock: { ...clock, minute: inHalf(clock, part ?? "") } };
  return { ...day, part, to: said && !tonight ? day.to + 1 : day.to };
}

/** "tonight", "this morning", "last night" */
function halfDayAt(line: Line, at: number, { today }: Today) {
  if (line.sign(at) === "TONIGHT") return { to: at + 1, day: today, by: "other", part: "night", whole: true };
  const part = /^P:(\w+)$/.exec(line.sign(at + 1))?.[1];
  const ref = line.sign(at);
  if (!part || (ref !== "THIS" && !(ref === "LAST" && part === "night"))) return undefined;
  return { to: at + 2, day: ref === "LAST" ? today - 1 : today, by: "other", part, whole: true };
}

function clockFirst(line: Line, at: number, now: Today): Point | undefined {
  const clock = clockOf(line, at);
  if (!clock) return undefined;
  const link = line.match(BEHIND_CLOCK, clock.to)?.to ?? clock.to;
  const half = halfDayAt(line, link, now);
  const tonight = half?.whole ?? false;
  const day = half ?? dayAt(line, link, now);
  if (!day) return { to: clock.to, clock };
  const part = half ? half.part : /^P:(\w+)$/.exec(line.sign(day.to))?.[1];
  return {
    to: day.to + (part && !tonight ? 1 : 0),
    day: day.day,
    clock: { ...clock, minute: inHalf(clock, part ?? "") },
  };
}

const AHEAD = [pattern("IN|AFTER NUM A? U:hour|U:minute"), pattern("NUM A? U:hour|U:minute LATER|BAAD|ME")];
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
      if (Math.abs(by) < 1e6) return moment(today, minute + by, found.to);
    }
  }
  return undefined;
}

const moment = (today: number, minute: number, to: number): Point => {
  const days = Math.floor(minute / 1440);
  return { to, day: today + days, clock: { to, minute: minute - days * 1440, sure: true } };
};

function namedAt(line: Line, at: number, now: Today): Range | undefined {
  const period = periodOf(line, at, now);
  return period && { to: period.to, from: { day: period.first }, until: { day: period.last }, named: true };
}

const SEPARATORS = new Set(["TO", "DASH", "TILL", "SE"]);
const LOOSE_HOUR = pattern("HOUR");
const PART_HOUR = pattern("PART GEN|KO|ME? HOUR");
const LOOSE_DAY = pattern("THE? DAYNUM");
const LOOSE_END = pattern("THE? DAYNUM TARIKH?");

function rangeAt(line: Line, at: number, now: Today): Range | undefined {
  const lead = line.sign(at);
  const from = lead === "FROM" || lead === "BETWEEN" ? at + 1 : at;
  const separates = (place: number): boolean =>
    SEPARATORS.has(line.sign(place)) || (lead === "BETWEEN" && line.sign(place) === "AND");
  const range = longest(
    points(line, from, now, separates),
    hours(line, from, separates),
    days(line, from, now, separates),
    periods(line, from, now, separates),
  );
  if (!range) return dayAndRange(line, at, now);
  const to = line.sign(range.to) === "TAK" ? range.to + 1 : range.to;
  return withDay(line, { ...range, to }, now);
}

type Separates = (place: number) => boolean;

/** "monday to friday", "9 am to 6 pm", "tomorrow 3 pm to 5 pm" */
function points(line: Line, at: number, now: Today, separates: Separates): Range | undefined {
  const from = pointAt(line, at, now);
  if (!from || !separates(from.to) || from.part) return undefined;
  const until = pointAt(line, from.to + 1, now);
  if (!until || until.part) return undefined;
  if (from.clock && until.clock) {
    const [first, last] = halves(from.clock, until.clock);
    const day = until.day ?? from.day;
    if (last <= first && day === (from.day ?? day)) return undefined;
    return {
      to: until.to,
      from: { day: from.day ?? until.day, clock: { ...from.clock, minute: first } },
      until: { day, clock: { ...until.clock, minute: last } },
    };
  }
  if (from.clock || until.clock || from.day === undefined || until.day === undefined) return undefined;
  let last = until.day;
  if (until.by === "weekday") last = from.day + ((((last - from.day) % 7) + 7) % 7);
  if (until.by === "yearless" && last < from.day) last = nextYear(last);
  let first = from.day;
  // "5 dec to 10 dec 2026": the first has the year of the last.
  if (from.by === "yearless" && until.by === "other" && first > last) first = nextYear(first, -1);
  return last > first ? { to: until.to, from: { day: first }, until: { day: last } } : undefined;
}

function nextYear(day: number, by = 1): number {
  const { year, month, day: of } = partsOf(day);
  return realDay(year + by, month, of) ?? day;
}

/** The half of the day that is said once counts for both: 3 to 5 pm, 9 to 6 pm, 10 am to 4. */
function halves(from: ClockAt, until: ClockAt): readonly [number, number] {
  const [first, last] = [from.minute, until.minute];
  if (from.sure === until.sure) return [first, last];
  if (until.sure) return [first < 720 && first + 720 < last ? first + 720 : first, last];
  return [first, last <= first && last < 720 ? last + 720 : last];
}

/** "3 to 5 pm", "shaam 5 se 7 baje" */
function hours(line: Line, at: number, separates: Separates): Range | undefined {
  const parted = line.match(PART_HOUR, at);
  const loose = parted ?? line.match(LOOSE_HOUR, at);
  if (!loose || !separates(loose.to)) return undefined;
  const until = clockOf(line, loose.to + 1);
  const [hour = "", part = ""] = parted ? [parted.groups[1], parted.groups[0]] : loose.groups;
  const [whole = 0, minutes = 0] = hour.split(".").map(Number);
  if (!until || until.bare || whole > 24 || minutes > 59) return undefined;
  const first: ClockAt = { to: loose.to, minute: (whole % 24) * 60 + minutes, sure: whole > 12 };
  const begin = { ...first, minute: inHalf(first, part), sure: first.sure || part !== "" };
  const [from, last] = halves(begin, {
    ...until,
    minute: inHalf(until, part),
    sure: until.sure || part !== "",
  });
  if (last <= from) return undefined;
  return {
    to: until.to,
    from: { clock: { ...begin, minute: from } },
    until: { clock: { ...until, minute: last } },
  };
}

/** "5th to 10th december", "december 5-10" */
function days(line: Line, at: number, now: Today, separates: Separates): Range | undefined {
  const loose = line.match(LOOSE_DAY, at);
  if (loose && separates(loose.to)) {
    const until = dayAt(line, loose.to + 1, now);
    if (until && until.by !== "weekday") {
      const { year, month, day } = partsOf(until.day);
      const from = realDay(year, month, Number(loose.groups[0]));
      if (from !== undefined && Number(loose.groups[0]) < day && /[MDT]/.test(line.signs)) {
        return { to: until.to, from: { day: from }, until: { day: until.day } };
      }
    }
  }
  const from = dayAt(line, at, now);
  const end =
    from && from.by === "yearless" && separates(from.to) ? line.match(LOOSE_END, from.to + 1) : undefined;
  if (!from || !end || /^(?:AM|PM|M\d|OCLOCK|U:)/.test(line.sign(end.to))) return undefined;
  const { year, month } = partsOf(from.day);
  const last = realDay(year, month, Number(end.groups[0]));
  return last !== undefined && last > from.day
    ? { to: end.to, from: { day: from.day }, until: { day: last } }
    : undefined;
}

const YEARS = pattern("YEAR TO|DASH|TILL|AND YEAR");

/** "june to august", "from january to march 2027" */
function periods(line: Line, at: number, now: Today, separates: Separates): Range | undefined {
  const years = line.match(YEARS, at);
  if (
    years &&
    /^(?:FROM|BETWEEN)$/.test(line.sign(at - 1)) &&
    Number(years.groups[0]) < Number(years.groups[1])
  ) {
    const [first, last] = [dayOf(Number(years.groups[0]), 1, 1), dayOf(Number(years.groups[1]), 12, 31)];
    return { to: years.to, from: { day: first }, until: { day: last } };
  }
  const from = periodOf(line, at, now);
  if (!from || !separates(from.to)) return undefined;
  const until = periodOf(line, from.to + 1, now);
  if (!until) return undefined;
  const bare = !line.items.slice(at, from.to).some(({ sign }) => /^N\d{4}$/.test(sign));
  let [first, last] = [from.first, until.last];
  const [start, end] = [partsOf(first), partsOf(until.first)];
  if (bare && end.year > start.year && end.month >= start.month) first = nextYear(first);
  if (last < first) last = nextYear(last);
  return last > first ? { to: until.to, from: { day: first }, until: { day: last } } : undefined;
}

/** A stretch of the day with its day behind: "3 to 5 pm tomorrow". */
function withDay(line: Line, range: Range, now: Today): Range {
  if (!range.from.clock || range.from.day !== undefined) return range;
  const day = dayAt(line, line.match(BEHIND_CLOCK, range.to)?.to ?? range.to, now);
  if (!day) return range;
  return {
    to: day.to,
    from: { ...range.from, day: day.day },
    until: { ...range.until, day: day.day },
  };
}

/** "tomorrow from 3 to 5 pm" */
function dayAndRange(line: Line, at: number, now: Today): Range | undefined {
  const day = dayAt(line, at, now);
  if (!day) return undefined;
  const link = /^(?:COMMA|AT|KO|ON)$/.test(line.sign(day.to)) ? day.to + 1 : day.to;
  if (!/^(?:FROM|BETWEEN|N|C|P|AT)/.test(line.sign(link))) return undefined;
  const range = rangeAt(line, link, now);
  if (!range?.from.clock || range.from.day !== undefined) return undefined;
  return { ...range, from: { ...range.from, day: day.day }, until: { ...range.until, day: day.day } };
}

const written = ({ day, clock }: Omit<Point, "to">): string =>
  [day === undefined ? "" : isoDay(day), clock ? clockText(clock.minute) : ""].filter(Boolean).join(" ");
const kindOf = ({ day, clock }: Omit<Point, "to">): DateFound["kind"] =>
  clock ? (day === undefined ? "time" : "datetime") : "date";

const FRONT = /^(?:ON|AT|BY|FROM|TILL|COMMA)$/;
/** "between 3 and 5" is said with its first word; "in December" is not. */
const RANGE_FRONT = /^(?:ON|AT|BY|IN|COMMA)$/;
const BACKWARD = /^(?:KO|TAK|GEN|ME)$/;

/** "the next Easter" is the next Easter; "the 9th of May" keeps its article. */
const isArticle = (line: Line, at: number): boolean =>
  line.sign(at) === "THE" &&
  /^(?:NEXT|LAST|THIS|COMING)$/.test(line.sign(at + 1)) &&
  !/^[WO]\d/.test(line.sign(at + 2));

/** The place without the small words around: "on Friday" is Friday. */
function placeOf(
  line: Line,
  tokens: readonly Token[],
  from: number,
  to: number,
  front = FRONT,
): { start: number; end: number } {
  let [first, last] = [from, to];
  while (first < last - 1 && (front.test(line.sign(first)) || isArticle(line, first))) first++;
  while (
    last > first + 1 &&
    BACKWARD.test(line.sign(last - 1)) &&
    !/^(?:U:|QUARTER)/.test(line.sign(last - 2))
  )
    last--;
  return {
    start: tokens[line.items[first]?.from ?? 0]?.start ?? 0,
    end: tokens[(line.items[last - 1]?.to ?? 1) - 1]?.end ?? 0,
  };
}

function pointFound(line: Line, tokens: readonly Token[], at: number, point: Point): DateFound[] {
  const place = placeOf(line, tokens, at, point.to);
  const value = written(point);
  const hours = point.part && !point.clock ? PARTS[point.part] : undefined;
  if (!hours || point.day === undefined) {
    const bound = boundOf(line, at, point.to);
    return [{ ...place, kind: kindOf(point), value, resolution: bound ? { bound } : {} }];
  }
  // "tomorrow morning": some hours, and the day for who asked for a day.
  const day = point.day;
  const end = hours[1] === 1440 ? `${isoDay(day + 1)} 00:00` : `${isoDay(day)} ${clockText(hours[1])}`;
  const from = `${isoDay(day)} ${clockText(hours[0])}`;
  return [
    { ...place, kind: "period", value: `${from}/${end}`, resolution: { from, to: end } },
    { ...place, kind: "date", value, resolution: { part: point.part ?? "" } },
  ];
}

/** Whether the moment itself was meant, or what lies before or after it. */
function boundOf(line: Line, at: number, to: number): string {
  const [before, after, second] = [line.sign(at - 1), line.sign(to), line.sign(to + 1)];
  if (before === "BEFORE" || after === "PEHLE" || (after === "SE" && second === "PEHLE")) return "before";
  if (before === "AFTER" || (/^(?:GEN|SE)$/.test(after) && second === "BAAD") || after === "BAAD")
    return "after";
  if (
    line.sign(at) === "TILL" ||
    line.sign(at) === "BY" ||
    before === "TILL" ||
    before === "BY" ||
    after === "TAK"
  )
    return "until";
  return before === "SINCE" ? "since" : "";
}

/** A stretch; one between two times or days is, for who asked for a time or a day, also its beginning. */
function rangeFound(
  line: Line,
  tokens: readonly Token[],
  at: number,
  { to, from, until, named }: Range,
): DateFound[] {
  const place = placeOf(line, tokens, at, to, RANGE_FRONT);
  const resolution = { from: written(from), to: written(until) };
  const period: DateFound = {
    ...place,
    kind: "period",
    value: `${resolution.from}/${resolution.to}`,
    resolution,
  };
  return named ? [period] : [period, { ...place, kind: kindOf(from), value: resolution.from, resolution }];
}
