import { fullYear, realDay } from "./calendar.ts";
import { clockAt, lengthAt } from "./clock-digits.ts";
import type { Item } from "./date-item.ts";
import { withShortNames } from "./date-short-names.ts";
import { isPast } from "./date-tense.ts";
import { DATE_WORDS } from "./date-words.ts";
import { type NumberAt, touching } from "./number-parts.ts";
import { findOrdinals } from "./ordinal.ts";
import { asciiDigits, type Token } from "./tokens.ts";

/** 2026-12-05, 5/12/2026, 05.12.26; a year in front says that the month comes next. */
const WRITTEN =
  /(?<![\p{L}\p{N}./:-])(?:(\p{Nd}{4})([-/.])(\p{Nd}{1,2})\2(\p{Nd}{1,2})|(\p{Nd}{1,2})([-/.])(\p{Nd}{1,2})\6(\p{Nd}{4}|\p{Nd}{2}))(?![\p{L}\p{N}]|[./:-]\p{Nd})|(?<![\p{L}\p{N}./:-])(\p{Nd}{4})-(\p{Nd}{2})-(\p{Nd}{2})(?=T\p{Nd})/gu;

/** Countries that write the month before the day. */
const MONTH_FIRST: ReadonlySet<string> = new Set(["US", "PH", "BZ", "FM", "PW"]);

export interface WrittenDay {
  start: number;
  end: number;
  /** Absent for digits that have the form of a day but are none: 45/13/2026. */
  day: number | undefined;
}

/** "15 Aug '26", "march ’27" */
const shortYear = (tokens: readonly Token[], at: number): boolean =>
  /^['’]$/.test(tokens[at]?.text ?? "") &&
  /^\d\d$/.test(tokens[at + 1]?.text ?? "") &&
  touching(tokens[at], tokens[at + 1]) &&
  !touching(tokens[at - 1], tokens[at]) &&
  !touching(tokens[at + 1], tokens[at + 2]);

/** Days written in digits, by their place. */
export function writtenDays(text: string, country: string, thisYear: number): WrittenDay[] {
  return [...text.matchAll(WRITTEN)].map((match) => {
    const groups = match
      .slice(1)
      .map((group) => (group === undefined ? undefined : Number(asciiDigits(group))));
    const [year, , month, day, first = 0, , second = 0, short = 0, isoYear, isoMonth = 0, isoDay = 0] =
      groups;
    const place = { start: match.index, end: match.index + match[0].length };
    if (isoYear !== undefined) return { ...place, day: realDay(isoYear, isoMonth, isoDay) };
    if (year !== undefined) return { ...place, day: realDay(year, month ?? 0, day ?? 0) };
    const full = short < 100 ? fullYear(short, thisYear) : short;
    const monthFirst = second > 12 || (MONTH_FIRST.has(country) && first <= 12);
    return { ...place, day: monthFirst ? realDay(full, first, second) : realDay(full, second, first) };
  });
}

const HINDI_UNIT =
  /^(?:hafte|hafta|mahine|mahina|maheene|saal|sal|varsh|timahi|\p{Script=Devanagari}.*|.*(?:var|vaar|waar|war))$/u;
const QUARTER_OF = new Set(["to", "past", "after", "before"]);

/** The whole text as items, from left to right. */
export function itemsOf(
  tokens: readonly Token[],
  numbers: readonly NumberAt[],
  written: readonly WrittenDay[],
  { country, thisYear }: { country: string; thisYear: number },
): Item[] {
  const numberAt = new Map(numbers.map((number) => [number.from, number]));
  const startOf = new Map(tokens.map((token, index) => [token.start, index]));
  const endOf = new Map(tokens.map((token, index) => [token.end, index + 1]));
  const ordinals = new Map(
    findOrdinals(tokens, numbers).map(({ start, end, value }) => [
      startOf.get(start),
      { value, to: endOf.get(end) ?? 0 },
    ]),
  );
  const days = new Map(written.map((each) => [startOf.get(each.start), each]));
  const items: Item[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]!;
    const put = (sign: string, to: number): void => {
      items.push({ sign, from: at, to: Math.max(to, at + 1) });
      at = Math.max(to, at + 1);
    };
    const day = days.get(at);
    const clock = clockAt(tokens, at);
    const length = lengthAt(tokens, at);
    const number = numberAt.get(at);
    const ordinal = ordinals.get(at);
    const phrase = DATE_WORDS.at(tokens, at);
    const next = tokens[at + 1]?.text ?? "";
    const first =
      phrase?.value === "PEHLE" &&
      items.at(-1)?.sign === "GEN" &&
      DATE_WORDS.at(tokens, phrase.to)?.value.startsWith("W") === true;
    if (first) put("O1", phrase.to);
    else if (day) {
      let to = at;
      while (to < tokens.length && tokens[to]!.end <= day.end) to++;
      put(day.day === undefined ? "S" : `D${day.day}`, to);
      if (tokens[at]?.text === "t" && tokens[at]?.start === day.end) at++;
    } else if (length) put(`N${length.hours.toFixed(4)}`, length.unit);
    else if (clock) put(clock.sign, clock.to);
    else if (shortYear(tokens, at)) put(`N${fullYear(Number(tokens[at + 1]?.text), thisYear)}`, at + 2);
    else if (isHalfDay(tokens, at)) put(token.text === "a" ? "AM" : "PM", at + 1);
    else if (token.text === "/") put("SLASH", at + 1);
    else if (token.text === "half" && next === "past") put("HALF", at + 1);
    else if (token.text === "a" && next === "quarter" && QUARTER_OF.has(tokens[at + 2]?.text ?? "")) {
      put("QUARTER", at + 2);
    } else if (phrase && phrase.to > at + 1 && !number) put(phrase.value, phrase.to);
    else if (
      phrase?.value === "PEHLE" &&
      !/^(?:U:|GEN|SE|W|D|R|H:|KAL)/.test(items.at(-1)?.sign ?? "") &&
      ordinal
    ) {
      put(`O${ordinal.value}`, ordinal.to);
    } else if (ordinal && phrase?.value !== "PEHLE") put(`O${ordinal.value}`, ordinal.to);
    else if (phrase && phrase.to > at + 1) put(phrase.value, phrase.to);
    else if (isDecade(tokens, at)) put("S", at + 2);
    else if (number) put(`N${numberSign(tokens, number)}`, number.to);
    else if (token.kind === "number") put(/^\d{1,4}$/.test(token.text) ? `N${token.text}` : "S", at + 1);
    else if (phrase?.value === "PAST" && !/^(?:N|HALF|QUARTER|U:minute)/.test(items.at(-1)?.sign ?? ""))
      put("LAST", phrase.to);
    else if (phrase)
      put(
        signOf(phrase.value, tokens, at, phrase.to),
        phrase.to + dotBehind(tokens, phrase.to, phrase.value),
      );
    else put(token.kind === "word" ? "X" : "S", at + 1);
  }
  return withShortNames(withSpokenYears(withoutYear(items, tokens, country)), tokens);
}

/** "april nineteen eighty six" */
function withSpokenYears(items: Item[]): Item[] {
  return items.reduce<Item[]>((kept, item) => {
    const [century, name] = [kept.at(-1), kept.at(-2)?.sign ?? ""];
    const isYear = /^N(?:1[89]|20)$/.test(century?.sign ?? "") && /^N\d\d$/.test(item.sign);
    if (!century || !isYear || !/^(?:[Mm]\d|O\d|IN|COMMA)/.test(name)) kept.push(item);
    else
      kept.splice(-1, 1, { sign: `${century.sign}${item.sign.slice(1)}`, from: century.from, to: item.to });
    return kept;
  }, []);
}

const isSide = (item: Item | undefined): boolean => /^(?:PEHLE|BAAD)$/.test(item?.sign ?? "");
const BEFORE_YEARLESS = /^(?:|ON|BY|FROM|TILL|TO|BEFORE|AFTER|[Ww]\d|THIS|NEXT|SINCE|DASH)$/;

/** "on 22/04": a day without its year, where the words around say that it is none of a fraction. */
function withoutYear(items: Item[], tokens: readonly Token[], country: string): Item[] {
  return items.map((item, index) => {
    const [first, slash, second] = [0, 1, 2].map((offset) => tokens[item.from + offset]);
    if (
      item.to !== item.from + 3 ||
      slash?.text !== "/" ||
      first?.kind !== "number" ||
      second?.kind !== "number"
    )
      return item;
    const [a, b] = [Number(first.text), Number(second.text)];
    const before = items[index - 1]?.sign ?? "";
    const named =
      index === 0 &&
      items.length > 1 &&
      !/^(?:C|AT|KO|TAK|P:|R)/.test(items[index + 1]?.sign ?? "") &&
      // "15/08 se pehle", "25/12 se pehle", but "3/4 se zyada"
      !(items[1]?.sign === "SE" && (second.text.startsWith("0") || isSide(items[2]) || a > 12));
    if (
      named ||
      !BEFORE_YEARLESS.test(before) ||
      !/^\d{1,2}$/.test(first.text) ||
      !/^\d{1,2}$/.test(second.text)
    )
      return item;
    if (index === 0 && items.length === 1 && second.text.length < 2) return item;
    const monthFirst = b > 12 || (MONTH_FIRST.has(country) && a <= 12);
    const [day, month] = monthFirst ? [b, a] : [a, b];
    return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { ...item, sign: `Y${month}-${day}` } : item;
  });
}

/** "the 1980s" */
const isDecade = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.kind === "number" && tokens[at + 1]?.text === "s" && tokens[at]?.end === tokens[at + 1]?.start;

/** The a and p of "9a" and "7:30p". */
const isHalfDay = (tokens: readonly Token[], at: number): boolean =>
  /^[ap]$/.test(tokens[at]?.text ?? "") &&
  tokens[at - 1]?.kind === "number" &&
  tokens[at - 1]?.end === tokens[at]?.start &&
  tokens[at]?.end !== tokens[at + 1]?.start;

/** "Dec. 31": the dot of a short name. */
const dotBehind = (tokens: readonly Token[], to: number, sign: string): number =>
  /^[MWmw]\d/.test(sign) &&
  (tokens[to - 1]?.text.length ?? 9) <= 4 &&
  tokens[to]?.text === "." &&
  tokens[to]?.start === tokens[to - 1]?.end &&
  tokens[to + 1]?.kind === "number"
    ? 1
    : 0;

/** Digits as they are written, so that 5.30 stays half past five; parts in words (साढ़े पांच) have four decimals. */
function numberSign(tokens: readonly Token[], { from, to, value }: NumberAt): string {
  if (to === from + 1 && tokens[from]?.kind === "number") return tokens[from].text;
  return Number.isInteger(value) ? String(value) : value.toFixed(4);
}

/** Behind these, "bad" is बाद; "3 days bad network" is English. */
const BEFORE_BAD =
  /^(?:din|dino|dinon|hafte|hafta|hafton|mahine|mahina|mahino|saal|sal|saalon|varsh|ghante|ghanta|ghanton|minute|minat|min|ke|se)$/;

/** "kal ke liye table book kiya hai": what is for a day is for one to come. */
const isKalPast = (tokens: readonly Token[], at: number, to: number): boolean =>
  !(/^(?:ke|के)$/.test(tokens[to]?.text ?? "") && /^(?:liye|lie|लिए|लिये)$/.test(tokens[to + 1]?.text ?? "")) &&
  isPast(tokens, at, to);

function signOf(sign: string, tokens: readonly Token[], at: number, to: number): string {
  if (sign.startsWith("KAL")) return `R${Number(sign.slice(3)) * (isKalPast(tokens, at, to) ? -1 : 1)}`;
  // "is" and "bad" are English as well.
  if (sign === "HIS") return HINDI_UNIT.test(tokens[to]?.text ?? "") ? "THIS" : "X";
  if (tokens[at]?.text === "bad") return BEFORE_BAD.test(tokens[at - 1]?.text ?? "") ? sign : "X";
  return sign;
}
