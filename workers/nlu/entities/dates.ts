import * as chrono from "chrono-node";
import { DATE_WORDS, DAY_PARTS, LINKS, MINUTES, OCLOCK, PAST, YESTERDAY_OR_TOMORROW } from "./hindi-dates.ts";
import type { NumberAt } from "./number.ts";
import type { Found, Token } from "./tokens.ts";
import { Phrases } from "./units.ts";

export interface DateFound extends Found {
  kind: "date" | "time" | "datetime";
}

/** A piece of the text as chrono reads it (English, digits), and its place in the original. */
interface Piece {
  text: string;
  start: number;
  end: number;
}

/**
 * Days and times of day. chrono-node reads English; number words are put into digits for it, and Hindi into the
 * English that means the same, each piece keeping its place. `now` and `timeZone` say what "tomorrow" is.
 */
export function findDates(
  text: string,
  tokens: readonly Token[],
  numbers: readonly NumberAt[],
  { now, timeZone }: { now: number; timeZone: string },
): DateFound[] {
  const pieces = translate(tokens, numbers);
  const { english, starts } = joined(text, pieces);
  const reference = { instant: new Date(now), timezone: offsetMinutes(now, timeZone) };
  return chrono.casual.parse(english, reference, { forwardDate: true }).flatMap((result): DateFound[] => {
    // "for two hours" says how long, not when.
    if (/^(?:for\b|[\d.]+ (?:second|minute|hour|day|week|month|year)s?$)/i.test(result.text)) return [];
    const end = result.index + result.text.length;
    const inside = pieces.filter((_, index) => {
      const at = starts[index] ?? 0;
      return at < end && at + (pieces[index]?.text.length ?? 0) > result.index;
    });
    // "on Friday" is Friday; "the 9th of May" is said with its article.
    if (LEADING.has(inside[0]?.text ?? "") && inside.length > 1) inside.shift();
    const before = pieces[pieces.indexOf(inside[0] as Piece) - 1];
    if (before?.text === "the" && inside[0]) inside.unshift(before);
    const [first, last] = [inside[0], inside.at(-1)];
    const found = first && last && componentsOf(result.start);
    if (!found) return [];
    const until = result.end ? componentsOf(result.end) : undefined;
    return [
      {
        start: first.start,
        end: last.end,
        kind: found.kind,
        value: found.value,
        resolution: until ? { from: found.value, to: until.value } : ({} as Found["resolution"]),
      },
    ];
  });
}

const LEADING = new Set(["on", "at", "by"]);

function componentsOf(
  parts: chrono.ParsedComponents,
): { kind: DateFound["kind"]; value: string } | undefined {
  const clock = parts.isCertain("hour");
  const day = parts.isCertain("day") || parts.isCertain("weekday") || parts.isCertain("month");
  const two = (component: chrono.Component): string => String(parts.get(component) ?? 0).padStart(2, "0");
  const date = `${String(parts.get("year") ?? 0).padStart(4, "0")}-${two("month")}-${two("day")}`;
  const time = `${two("hour")}:${two("minute")}`;
  if (clock && day) return { kind: "datetime", value: `${date} ${time}` };
  if (clock) return { kind: "time", value: time };
  return day || parts.isCertain("year") ? { kind: "date", value: date } : undefined;
}

/** Minutes that a zone is ahead of UTC at a moment; an unknown zone is UTC. */
function offsetMinutes(now: number, timeZone: string): number {
  try {
    const written = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" })
      .formatToParts(now)
      .find(({ type }) => type === "timeZoneName")?.value;
    const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(written ?? "") ?? [];
    return sign ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
  } catch {
    return 0;
  }
}

function joined(text: string, pieces: readonly Piece[]): { english: string; starts: number[] } {
  let english = "";
  let before = 0;
  const starts = pieces.map((piece, index) => {
    if (index > 0) english += text.slice(before, piece.start).replace(/\s+/gu, " ");
    const at = english.length;
    english += piece.text;
    before = piece.end;
    return at;
  });
  return { english, starts };
}

/** chrono reads these only behind "the", and takes the nearer day without it. */
const FAR_DAYS = new Phrases([
  ["day after tomorrow/day after tmr/day after tmrw", "overmorrow"],
  ["day before yesterday", "2 days ago"],
]);

const isClock = (value: number): boolean => value >= 0 && value <= 24;

function translate(tokens: readonly Token[], numbers: readonly NumberAt[]): Piece[] {
  const numberAt = new Map(numbers.map((number) => [number.from, number]));
  const pieces: Piece[] = [];
  const past = tokens.some(({ text }) => PAST.has(text));
  const put = (text: string, from: number, to: number): void => {
    const [first, last] = [tokens[from], tokens[to - 1]];
    if (first && last) pieces.push({ text, start: first.start, end: last.end });
  };
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (!token) break;
    const clock = hindiClock(tokens, at, numberAt);
    const number = numberAt.get(at);
    const word = token.kind === "word" ? DATE_WORDS.get(token.text) : undefined;
    const part = DAY_PARTS.get(token.text);
    const farDay = FAR_DAYS.at(tokens, at);
    if (clock) {
      put(clock.text, at, clock.to);
      at = clock.to;
    } else if (
      number &&
      !number.digits &&
      Number.isInteger(number.value) &&
      number.value >= 0 &&
      number.value < 1e4
    ) {
      put(String(number.value), at, number.to);
      at = number.to;
    } else if (farDay) {
      put(farDay.value, at, farDay.to);
      at = farDay.to;
    } else if (YESTERDAY_OR_TOMORROW.has(token.text)) {
      put(past ? "yesterday" : "tomorrow", at, ++at);
    } else if (part) {
      put(part.alone, at, ++at);
    } else if (word && !isLatinPlain(token, tokens, at)) {
      put(word, at, ++at);
    } else {
      put(token.kind === "word" ? token.text : token.text, at, ++at);
    }
  }
  return pieces;
}

/** "is" is English as well: it is Hindi only beside a Hindi word. */
const isLatinPlain = (token: Token, tokens: readonly Token[], at: number): boolean =>
  (token.text === "is" || token.text === "mein" || token.text === "din") &&
  !DATE_WORDS.has(tokens[at + 1]?.text ?? "") &&
  !DATE_WORDS.has(tokens[at - 1]?.text ?? "");

/** "शाम 5 बजे", "सुबह साढ़े नौ बजे", "5 बजकर 20 मिनट", "10:30 बजे". */
function hindiClock(
  tokens: readonly Token[],
  at: number,
  numbers: ReadonlyMap<number, NumberAt>,
): { text: string; to: number } | undefined {
  const part = DAY_PARTS.get(tokens[at]?.text ?? "");
  let from = part ? at + 1 : at;
  if (part && LINKS.has(tokens[from]?.text ?? "")) from++;
  const hour = numbers.get(from);
  if (!hour || !isClock(hour.value)) return undefined;
  let to = hour.to;
  let minutes = Math.floor((hour.value % 1) * 60);
  if (tokens[to]?.text === ":" && tokens[to + 1]?.kind === "number") {
    minutes = Number(tokens[to + 1]?.text);
    to += 2;
  }
  if (!OCLOCK.has(tokens[to]?.text ?? "")) return undefined;
  to++;
  const past = numbers.get(to);
  if (past && MINUTES.has(tokens[past.to]?.text ?? "") && past.value < 60) {
    minutes = past.value;
    to = past.to + 1;
  }
  const later = part ?? DAY_PARTS.get(tokens[to]?.text ?? "");
  if (!part && later) to++;
  const clock = `${Math.floor(hour.value)}:${String(minutes).padStart(2, "0")}`;
  // Twelve at night is midnight; one to four at night is before dawn.
  const night = later?.alone === "at night" && (hour.value < 5 || hour.value >= 12);
  const half = later ? (night ? "am" : later.half) : "";
  return { text: hour.value > 12 ? clock : `${clock} ${half}`.trim(), to };
}
