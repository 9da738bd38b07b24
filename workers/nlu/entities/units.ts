import { lengthAt } from "./clock-digits.ts";
import { lowerOf } from "./find-numbers.ts";
import { type NumberAt, touching } from "./number-parts.ts";
import { fold, type Found, type Token } from "./tokens.ts";

/** Phrases of words to what they mean, found from a token on; the longest wins. */
export class Phrases<T> {
  readonly #byFirst = new Map<string, { words: string[]; value: T }[]>();

  /** Each line: spellings divided by a slash, words by spaces. */
  constructor(entries: Iterable<readonly [spellings: string, value: T]>) {
    for (const [spellings, value] of entries) {
      for (const spelling of spellings.split("/")) {
        const words = fold(spelling).split(" ");
        const first = words[0] ?? "";
        const list = this.#byFirst.get(first) ?? [];
        this.#byFirst.set(first, list);
        list.push({ words, value });
      }
    }
    for (const list of this.#byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  }

  at(tokens: readonly Token[], at: number): { to: number; value: T } | undefined {
    for (const { words, value } of this.#byFirst.get(tokens[at]?.text ?? "") ?? []) {
      if (words.every((word, index) => tokens[at + index]?.text === word)) {
        return { to: at + words.length, value };
      }
    }
    return undefined;
  }
}

const SHARE = new Phrases([
  ["%/percent/percents/per cent/percentage/pct/percentage points/percentage point", true],
  ["प्रतिशत/फीसदी/फ़ीसदी/परसेंट/पर्सेंट/फीसद", true],
]);

export function findPercentages(tokens: readonly Token[], numbers: readonly NumberAt[]): Found[] {
  return numbers.flatMap((number) => {
    // "percent of twenty", "बीस का प्रतिशत"
    const before = [1, 2].find(
      (length) => SHARE.at(tokens, number.from - 1 - length)?.to === number.from - 1,
    );
    if (before && tokens[number.from - 1]?.text === "of") {
      const from = number.from - 1 - before;
      return [spanOf(tokens, from, number.to, `${number.value}%`, { value: number.value })];
    }
    const share = SHARE.at(tokens, tokens[number.to]?.text === "का" ? number.to + 1 : number.to);
    return share ? [spanOf(tokens, number.from, share.to, `${number.value}%`, { value: number.value })] : [];
  });
}

/** Floating point leaves dust: three tenths of an hour. */
const clean = (value: number): number => Number(value.toPrecision(12));

export const spanOf = (
  tokens: readonly Token[],
  from: number,
  to: number,
  value: string,
  resolution: Found["resolution"],
): Found => ({ start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0, value, resolution });

export type TimeUnit = "second" | "minute" | "hour" | "day" | "week" | "month" | "year";
export const SECONDS: Record<TimeUnit, number> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
};

export const TIME_UNITS = new Phrases<TimeUnit>([
  ["second/seconds/sec/secs/s/sekand/सेकंड/सेकेंड/सेकण्ड/सेकेण्ड", "second"],
  ["minute/minutes/min/mins/m/minat/minit/mint/मिनट/मिनिट/मिनटों", "minute"],
  ["hour/hours/hr/hrs/h/घंटा/घंटे/घंटों/घण्टा/घण्टे/घण्टों/ghante/ghanta/ghanton/ghanto/ghnte", "hour"],
  ["day/days/दिन/दिनों/दिवस/din/dino/dinon/working days/working day/business days/business day/d", "day"],
  ["week/weeks/wk/wks/हफ्ता/हफ्ते/हफ्तों/हफ़्ते/सप्ताह/सप्ताहों/hafte/hafta/hafton/hafto/saptah", "week"],
  ["month/months/mo/mos/महीना/महीने/महीनों/माह/mahine/mahina/maheene/mahino/mahinon", "month"],
  ["year/years/yr/yrs/साल/सालों/वर्ष/वर्षों/बरस/saal/sal/saalon/varsh/baras", "year"],
]);
/** One letter is a unit only right behind digits: "5m", never "5 m". */
const isShort = (token: Token | undefined): boolean => (token?.text.length ?? 0) === 1;

export interface DurationAt {
  from: number;
  to: number;
  seconds: number;
  /** Seconds of one of what is counted first: the lower end of "2 to 3 hours 30 minutes" is two of them. */
  one: number;
  iso: string;
}

/** "two hours and 30 minutes", "an hour", "half an hour", "डेढ़ घंटा": times that add up. */
export function durationsIn(tokens: readonly Token[], numbers: readonly NumberAt[]): DurationAt[] {
  // The 30 of "1:30 hours" is no number of hours.
  const whole = numbers.filter(({ from, to }) => !isClockPart(tokens, from, to));
  const at = new Map(whole.map((number) => [number.from, number]));
  const found: DurationAt[] = [];
  for (let from = 0; from < tokens.length;) {
    const parts: { amount: number; unit: TimeUnit }[] = [];
    let to = from;
    let one = 0;
    for (;;) {
      const begin = parts.length > 0 ? afterJoin(tokens, to) : from;
      const part = partAt(tokens, begin, at);
      const last = parts.at(-1);
      if (!part || (last && SECONDS[part.unit] >= SECONDS[last.unit])) break;
      if (parts.length === 0) {
        const counted = lengthAt(tokens, from) ? undefined : at.get(from)?.value;
        one = SECONDS[part.unit] * (counted ? part.amount / counted : 1);
      }
      parts.push(part);
      to = part.to;
      const half = halfBehind(tokens, to);
      if (half) {
        part.amount += half.amount;
        to = half.to;
      }
    }
    if (parts.length === 0) from++;
    else {
      const seconds = clean(parts.reduce((sum, { amount, unit }) => sum + amount * SECONDS[unit], 0));
      found.push({ from, to, seconds, one, iso: isoOf(parts) });
      from = to;
    }
  }
  return found;
}

const isClockPart = (tokens: readonly Token[], from: number, to: number): boolean =>
  (tokens[from - 1]?.text === ":" && touching(tokens[from - 1], tokens[from])) ||
  (tokens[to]?.text === ":" && touching(tokens[to - 1], tokens[to]) && touching(tokens[to], tokens[to + 1]));

/** "two hours and a half", "an hour and a quarter"; a unit behind it makes it an amount of its own. */
function halfBehind(tokens: readonly Token[], at: number): { amount: number; to: number } | undefined {
  const [and, a, part] = [0, 1, 2].map((offset) => tokens[at + offset]?.text ?? "");
  const amount = part === "half" ? 0.5 : part === "quarter" ? 0.25 : undefined;
  if (and !== "and" || a !== "a" || !amount || TIME_UNITS.at(tokens, at + 3)) return undefined;
  return { amount, to: at + 3 };
}

const JOINS = new Set(["and", ",", "aur", "और", "व", "एवं"]);
const afterJoin = (tokens: readonly Token[], at: number): number => {
  let next = at;
  while (JOINS.has(tokens[next]?.text ?? "") && next < at + 2) next++;
  return next;
};

const SHARES: ReadonlyMap<string, number> = new Map(
  (
    [
      ["quarter", 0.25],
      ["सवा", 1.25],
      ["sava", 1.25],
      ["sawa", 1.25],
      ["पौन", 0.75],
      ["पौना", 0.75],
      ["paun", 0.75],
      ["pauna", 0.75],
      ["paune", 0.75],
    ] as const
  ).map(([word, share]) => [fold(word), share]),
);
const FORTNIGHTS = new Set(["fortnight", "fortnights", "पखवाड़ा", "pakhwada"].map(fold));
/** A lone "m" behind more than this is metres. */
const MOST_SHORT_MINUTES = 60;

function partAt(
  tokens: readonly Token[],
  from: number,
  numbers: ReadonlyMap<number, NumberAt>,
): { amount: number; unit: TimeUnit; to: number } | undefined {
  const words = [0, 1, 2].map((offset) => tokens[from + offset]?.text ?? "");
  const length = lengthAt(tokens, from);
  if (length) return { amount: clean(length.hours), unit: "hour", to: length.unit + 1 };
  if (words[0] === "a" && words[1] === "couple") {
    const unit = TIME_UNITS.at(tokens, from + (words[2] === "of" ? 3 : 2));
    return unit && { amount: 2, unit: unit.value, to: unit.to };
  }
  // "सवा घंटा", "quarter hour": a part of the unit itself.
  const share = SHARES.get(words[0] ?? "");
  const shared = share === undefined ? undefined : TIME_UNITS.at(tokens, from + (words[1] === "of" ? 3 : 1));
  if (share !== undefined && shared && !numbers.has(from))
    return { amount: share, unit: shared.value, to: shared.to };
  const fortnight =
    FORTNIGHTS.has(words[1] ?? "") && (words[0] === "a" || words[0] === "ek" || words[0] === "one");
  if (fortnight) return { amount: 2, unit: "week", to: from + 2 };
  const number = numbers.get(from);
  if (number) {
    let next = number.to;
    if (tokens[next]?.text === "-") next++;
    if (tokens[next]?.text === "of" && number.value < 1) next++;
    if (number.value < 1 && (tokens[next]?.text === "a" || tokens[next]?.text === "an")) next++;
    if (FORTNIGHTS.has(tokens[next]?.text ?? ""))
      return { amount: number.value * 2, unit: "week", to: next + 1 };
    if (tokens[next]?.text === "more" || tokens[next]?.text === "और") next++;
    const unit = TIME_UNITS.at(tokens, next);
    if (!unit || number.value < 0) return undefined;
    if (isShort(tokens[next]) && tokens[next - 1]?.end !== tokens[next]?.start) return undefined;
    // "the 1980s"
    if (tokens[next]?.text === "s" && isShort(tokens[next]) && number.value >= 1000) return undefined;
    if (tokens[next]?.text === "m" && (number.value > MOST_SHORT_MINUTES || tokens[next]?.capital))
      return undefined;
    return { amount: number.value, unit: unit.value, to: unit.to };
  }
  const word = tokens[from]?.text;
  if (word === "a" || word === "an" || word === "another") {
    const skip = tokens[from + 1]?.text === "whole" || tokens[from + 1]?.text === "full" ? 2 : 1;
    const unit = isShort(tokens[from + skip]) ? undefined : TIME_UNITS.at(tokens, from + skip);
    return unit && { amount: 1, unit: unit.value, to: unit.to };
  }
  return undefined;
}

const LETTER: Record<TimeUnit, string> = {
  year: "Y",
  month: "M",
  week: "W",
  day: "D",
  hour: "H",
  minute: "M",
  second: "S",
};

/** ISO 8601: P1Y2M3DT4H5M6S. */
function isoOf(parts: readonly { amount: number; unit: TimeUnit }[]): string {
  const write = (units: TimeUnit[]): string =>
    parts
      .filter(({ unit }) => units.includes(unit))
      .map(({ amount, unit }) => `${amount}${LETTER[unit]}`)
      .join("");
  const clock = write(["hour", "minute", "second"]);
  return `P${write(["year", "month", "week", "day"])}${clock && `T${clock}`}`;
}

export const findDurations = (
  tokens: readonly Token[],
  numbers: readonly NumberAt[],
  durations: readonly DurationAt[],
  text: string,
): Found[] =>
  durations.map(({ from, to, seconds, one, iso }) => {
    // "2 to 3 days": both ends, of the same unit.
    const number = numbers.find((each) => each.from === from);
    const lower = number && lowerOf(tokens, numbers, number);
    const least = lower && clean(one * lower.value);
    const found = spanOf(
      tokens,
      lower?.from ?? from,
      to,
      "",
      least === undefined ? { seconds, iso } : { from: least, to: seconds },
    );
    return { ...found, value: text.slice(found.start, found.end).replace(/\s+/gu, " ") };
  });

const DEGREES = new Phrases([["°/º/degree/degrees/deg/degs/डिग्री/अंश/temperature of", true]]);
const SCALE = new Phrases([
  ["c/celsius/centigrade/celcius/सेल्सियस/सेल्सीयस/सेंटीग्रेड/से ./सी/℃", "C"],
  ["f/fahrenheit/farenheit/fahren/फॉरेनहाइट/फॉ ./फॉ/फारेनहाइट/फ़ारेनहाइट/फारेनहाईट/एफ/℉", "F"],
  ["k/kelvin/kelvins/केल्विन", "K"],
  ["r/rankine/रैंकिन", "R"],
]);

const ANGLES = new Set(["angle", "angles", "to", "left", "right", "of", "turn", "कोण"]);

/** "30 °C", "98 degrees Fahrenheit", "-40 C", "25 डिग्री". */
export function findTemperatures(tokens: readonly Token[], numbers: readonly NumberAt[]): Found[] {
  return numbers.flatMap((number) => {
    const degrees = DEGREES.at(tokens, number.to);
    const scale = SCALE.at(tokens, degrees?.to ?? number.to);
    const letter = tokens[number.to];
    // "a 45 degrees angle", "45 degrees to the left" are no temperatures.
    if (degrees && !scale && ANGLES.has(tokens[degrees.to]?.text ?? "")) return [];
    if (!degrees && (letter?.text.length ?? 0) === 1 && tokens[number.from - 1]?.text === "-") return [];
    // A lone letter: only a capital, or behind a degree sign ("5 c" is no temperature, "5 C" is).
    const isLoose =
      /^(?:[a-z]|सी|एफ)$/.test(letter?.text ?? "") && (!letter?.capital || scale?.value === "K");
    if (!degrees && (!scale || isLoose)) return [];
    const unit = scale?.value ?? "";
    const value = `${number.value} °${unit}`.trim();
    return [
      spanOf(tokens, number.from, scale?.to ?? degrees?.to ?? number.to, value, {
        value: number.value,
        unit,
      }),
    ];
  });
}
