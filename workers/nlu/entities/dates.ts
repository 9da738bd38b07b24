import { isoDay, localNow, partsOf } from "./calendar.ts";
import { clockText } from "./date-clock.ts";
import { Line, longest } from "./date-grammar.ts";
import { understood } from "./date-guard.ts";
import { itemsOf, writtenDays } from "./date-items.ts";
import { type Places, type Point, pointAt } from "./date-points.ts";
import { namedAt, type Range, rangeAt } from "./date-ranges.ts";
import type { NumberAt } from "./number-parts.ts";
import type { Found, Token } from "./tokens.ts";

export interface DateFound extends Found {
  kind: "date" | "time" | "datetime" | "period";
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
  const today = localNow(now, timeZone);
  const thisYear = partsOf(today.today).year;
  const written = writtenDays(text, country, thisYear);
  const line = new Line(itemsOf(tokens, numbers, written, { country, thisYear }), tokens);
  const found: DateFound[] = [];
  for (let at = 0; at < line.items.length;) {
    // Most words begin nothing, and need not be tried.
    if (BEGINS_NOTHING.test(line.sign(at)) || (line.sign(at) === "A" && !COUNTS.test(line.sign(at + 1)))) {
      at++;
      continue;
    }
    const range = rangeAt(line, at, today) ?? namedAt(line, at, today);
    const point = pointAt(line, at, today);
    const best = longest<Point | Range>(range, point);
    if (!best) {
      at++;
      continue;
    }
    const isRange = best === range;
    // A mark at the end is no word more.
    const isWhole = at === 0 && line.items.slice(best.to).every(({ sign }) => sign === "S");
    if (!isRange && !isWhole && isVague(line, tokens, at, best as Point)) {
      at = best.to;
      continue;
    }
    if (understood(line, tokens, at, best.to, isRange ? "range" : point?.clock ? "clock" : "day")) {
      found.push(
        ...(isRange ? rangeFound(line, tokens, at, range) : pointFound(line, tokens, at, best as Point)),
      );
    }
    at = best.to;
  }
  return found;
}

/** "we are around 5": a lone number is an hour where it is at it or at around it, of a day, or the whole answer. */
const isVague = (line: Line, tokens: readonly Token[], at: number, { day, clock }: Point): boolean =>
  day === undefined && clock?.bare === true && ![at, at - 1].some((item) => saysAt(line, tokens, item));

const saysAt = (line: Line, tokens: readonly Token[], at: number): boolean =>
  /^(?:at|@|by)$/.test(tokens[line.items[at]?.from ?? -1]?.text ?? "");

const BEGINS_NOTHING = /^(?:X|S|DASH|COMMA|SLASH|GEN|KO|SE|ME|TAK|OF|AND|EVERY|PAST|AM|PM)$/;
const COUNTS = /^(?:U:|QUARTER|W)/;

const PARTS: Readonly<Record<string, readonly [number, number]>> = {
  morning: [360, 720],
  afternoon: [720, 960],
  evening: [960, 1200],
  night: [1200, 1440],
};

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
    const whole = { ...place, kind: kindOf(point), value, resolution: boundedBy(line, at, point.to) };
    return [whole, ...apart(line, tokens, point, FRONT)];
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

/**
 * The day of a day with its hour for who asks for a day, and the hour for who asks for an hour, each where it is said:
 * who asks for both gets both.
 */
function apart(
  line: Line,
  tokens: readonly Token[],
  { day, clock, places }: Omit<Point, "to">,
  front: RegExp,
): DateFound[] {
  const found: DateFound[] = [];
  const add = (place: Places["clock"], kind: "date" | "time", value: string): void => {
    const resolution = boundedBy(line, place.from, place.to);
    found.push({ ...placeOf(line, tokens, place.from, place.to, front), kind, value, resolution });
  };
  if (places?.day && day !== undefined) add(places.day, "date", isoDay(day));
  if (places && clock) add(places.clock, "time", clockText(clock.minute));
  return found;
}

const boundedBy = (line: Line, at: number, to: number): Found["resolution"] => {
  const bound = boundOf(line, at, to);
  return bound ? { bound } : {};
};

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
  { to, from, until, named, places }: Range,
): DateFound[] {
  const place = placeOf(line, tokens, at, to, RANGE_FRONT);
  const resolution = { from: written(from), to: written(until) };
  const period: DateFound = {
    ...place,
    kind: "period",
    value: `${resolution.from}/${resolution.to}`,
    resolution,
  };
  if (named) return [period];
  const start: DateFound = { ...place, kind: kindOf(from), value: resolution.from, resolution };
  return [period, start, ...apart(line, tokens, { ...from, places }, RANGE_FRONT)];
}
