import { dayOf, partsOf, realDay } from "./calendar.ts";
import { clockOf, ENDS_BARE, inHalf, type ClockAt } from "./date-clock.ts";
import { dayAt, type Today } from "./date-days.ts";
import { type Line, longest, pattern } from "./date-grammar.ts";
import { periodOf } from "./date-periods.ts";
import { BEHIND_CLOCK, type Places, type Point, pointAt } from "./date-points.ts";

/** From one point to another, both counted in. */
export interface Range {
  to: number;
  from: Omit<Point, "to">;
  until: Omit<Point, "to">;
  /** Whole days or months without points: "next week". */
  named?: boolean;
  /** Where the day and the hours of a stretch of hours are said. */
  places?: Places | undefined;
}

export function namedAt(line: Line, at: number, now: Today): Range | undefined {
  const period = periodOf(line, at, now);
  return period && { to: period.to, from: { day: period.first }, until: { day: period.last }, named: true };
}

const SEPARATORS = new Set(["TO", "DASH", "TILL", "SE"]);
const LOOSE_HOUR = pattern("HOUR");
const PART_HOUR = pattern("PART GEN|KO|ME? HOUR");
const LOOSE_DAY = pattern("THE? DAYNUM");
const LOOSE_END = pattern("THE? DAYNUM TARIKH?");

export function rangeAt(line: Line, at: number, now: Today): Range | undefined {
  const lead = line.sign(at);
  const from = lead === "FROM" || lead === "BETWEEN" ? at + 1 : at;
  const separates = (place: number): boolean =>
    SEPARATORS.has(line.sign(place)) || (lead === "BETWEEN" && line.sign(place) === "AND");
  const range = longest(
    points(line, from, now, separates),
    hours(line, from, separates),
    bareEnd(line, from, now, separates),
    bareHours(line, at),
    days(line, from, now, separates),
    periods(line, from, now, separates),
  );
  if (!range) return dayAndRange(line, at, now);
  const to = line.sign(range.to) === "TAK" ? range.to + 1 : range.to;
  return withDay(line, at, { ...range, to }, now);
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
      places: placesOf(at, from, until),
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

/** Of "tomorrow 3 pm to 5 pm" the hours are together; of "monday 3 pm to friday 5 pm" only the first is of the first day. */
function placesOf(at: number, from: Point, until: Point): Places | undefined {
  if (from.places) {
    const together = from.places.clock.to === from.to && until.day === undefined;
    return together ? { ...from.places, clock: { ...from.places.clock, to: until.to } } : from.places;
  }
  if (!until.places?.day) return undefined;
  const { day, clock } = until.places;
  return { day, clock: { from: at, to: clock.from < day.from ? clock.to : from.to } };
}

function nextYear(day: number, by = 1): number {
  const { year, month, day: of } = partsOf(day);
  return realDay(year + by, month, of) ?? day;
}

/**
 * The half of the day that is said once counts for both: 3 to 5 pm, 9 to 6 pm, 10 am to 4. Where none is said and the end
 * would come first, it is in the afternoon: 10 baje se 5 baje tak.
 */
function halves(from: ClockAt, until: ClockAt): readonly [number, number] {
  const [first, last] = [from.minute, until.minute];
  if (from.sure && until.sure) return [first, last];
  if (!from.sure && !until.sure) return [first, last <= first && last < 720 ? last + 720 : last];
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
  // "subah 10 se 5 baje tak": the morning is the beginning's only.
  const end = last <= from && !until.sure && last < 720 ? last + 720 : last;
  if (end <= from) return undefined;
  return {
    to: until.to,
    from: { clock: { ...begin, minute: from } },
    until: { clock: { ...until, minute: end } },
  };
}

/** A lone number as the hour at which a stretch ends. */
function endHour(line: Line, at: number): ClockAt | undefined {
  const loose = line.match(LOOSE_HOUR, at);
  const [hour = 0, minute = 0] = (loose?.groups[0] ?? "").split(".").map(Number);
  if (!loose || hour < 1 || hour > 12 || minute > 59 || !ENDS_BARE.test(line.sign(loose.to)))
    return undefined;
  return { to: loose.to, minute: hour * 60 + minute, sure: false };
}

/** "10 am to 4", "10 baje se 5 tak": the end is a lone number. */
function bareEnd(line: Line, at: number, now: Today, separates: Separates): Range | undefined {
  const from = pointAt(line, at, now);
  if (!from?.clock || from.clock.bare || from.part || !separates(from.to)) return undefined;
  const until = endHour(line, from.to + 1);
  if (!until) return undefined;
  const [first, last] = halves(from.clock, until);
  if (last <= first) return undefined;
  return {
    to: until.to,
    from: { day: from.day, clock: { ...from.clock, minute: first } },
    until: { day: from.day, clock: { ...until, minute: last } },
    places: placesOf(at, from, until),
  };
}

const BARE_HOURS = [pattern("FROM HOUR TO|TILL|DASH"), pattern("BETWEEN HOUR AND|DASH")];
const BESIDE_A_DAY = /^(?:R-?\d+|W\d|D-?\d+|M\d+|COMMA|KO|ON)$/;

/** "from 9 to 5": two lone numbers are hours where they fall, as amounts seldom do, or beside a day. */
function bareHours(line: Line, at: number): Range | undefined {
  const loose = BARE_HOURS.map((each) => line.match(each, at)).find(Boolean);
  const until = loose && endHour(line, loose.to);
  const [hour = 0, minute = 0] = (loose?.groups[0] ?? "").split(".").map(Number);
  if (!until || hour < 1 || hour > 12 || minute > 59) return undefined;
  const from: ClockAt = { to: at + 2, minute: hour * 60 + minute, sure: false };
  const isDay = BESIDE_A_DAY.test(line.sign(at - 1)) || BESIDE_A_DAY.test(line.sign(until.to));
  if (from.minute < until.minute && !isDay) return undefined;
  const [first, last] = halves(from, until);
  if (last <= first) return undefined;
  return {
    to: until.to,
    from: { clock: { ...from, minute: first } },
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
function withDay(line: Line, at: number, range: Range, now: Today): Range {
  if (!range.from.clock || range.from.day !== undefined) return range;
  const link = line.match(BEHIND_CLOCK, range.to)?.to ?? range.to;
  const day = dayAt(line, link, now);
  if (!day) return range;
  return {
    to: day.to,
    from: { ...range.from, day: day.day },
    until: { ...range.until, day: day.day },
    places: { day: { from: link, to: day.to }, clock: { from: at, to: range.to } },
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
  return {
    ...range,
    from: { ...range.from, day: day.day },
    until: { ...range.until, day: day.day },
    places: { day: { from: at, to: day.to }, clock: { from: link, to: range.to } },
  };
}
