import { holdsHindi } from "../hindi/sound.ts";
import { heardNumber } from "./number-sounds.ts";
import {
  ENGLISH_PLURALS,
  ENGLISH_TOO,
  ENGLISH_UNITS,
  SMALL,
  SPOKEN,
  SPOKEN_BEFORE,
  SUFFIXES,
} from "./number-words.ts";
import type { Token } from "./tokens.ts";

/** A number in the tokens `from` .. `to` (exclusive). */
export interface NumberAt {
  from: number;
  to: number;
  value: number;
  /** It is written in digits only: a bare "12" that a date or a phone number may claim. */
  digits: boolean;
}

export const touching = (a: Token | undefined, b: Token | undefined): boolean =>
  a !== undefined && b !== undefined && a.end === b.start;
/** Floating point leaves dust: 1.1 × 1000. Fifteen digits are kept. */
export const clean = (value: number): number => Number(value.toPrecision(15));

/** Larger ones are noise, and their sums and products would no longer be finite. */
const LARGEST = 1e100;
export const isSane = (value: number): boolean => Math.abs(value) <= LARGEST;

/** ½, ⅔ */
export function partOf(sign: Token | undefined): number | undefined {
  if (!sign || !/^\p{No}$/u.test(sign.text)) return undefined;
  const [upper, lower] = sign.text.normalize("NFKC").split("\u2044").map(Number);
  return upper && lower ? clean(upper / lower) : undefined;
}

/** The value of a word, below a hundred. */
export function smallAt(tokens: readonly Token[], at: number): number | undefined {
  const text = tokens[at]?.text ?? "";
  const known = SMALL.get(text) ?? (isSpoken(tokens, at) ? SPOKEN.get(text) : undefined);
  return known ?? heardNumber(text, tokens[at + 1]?.text ?? "", () => speaksHindi(tokens));
}

/** Words of English behind which "do" is a verb, and "teen" somebody young. */
const BEFORE_ENGLISH: ReadonlySet<string> = new Set(
  "how what when why where who which that to i you we they he she it please can will would should could must not don't did does the a an any some for my your".split(
    " ",
  ),
);

/** Units behind which "char" is four and no English verb. */
const NEVER_CHARRED: ReadonlySet<string> = new Set(
  "kg kilogram litre liter km dozen plate packet".split(" "),
);

/** Whether a Hindi number in Latin letters is one here: "do din", "do ticket chahiye", but "how do tickets work". */
function isSpoken(tokens: readonly Token[], at: number): boolean {
  const [before, text, next, after] = [-1, 0, 1, 2].map((by) => tokens[at + by]?.text ?? "");
  if (!SPOKEN_BEFORE.has(next ?? "") || !SPOKEN.has(text ?? "")) return false;
  const isEnglish = ENGLISH_UNITS.has(next ?? "") || ENGLISH_PLURALS.has(next ?? "");
  if (!isEnglish || !ENGLISH_TOO.has(text ?? "")) return true;
  if (next === "log" && /^(?:in|into|out|on|off)$/.test(after ?? "")) return false;
  // "mujhe to do ticket chahiye": "to" is Hindi as well.
  if (BEFORE_ENGLISH.has(before ?? "") && !(before === "to" && speaksHindi(tokens))) return false;
  const sure =
    next === "log" ||
    ((text === "do" || text === "teen") && ENGLISH_UNITS.has(next ?? "")) ||
    (text === "char" && NEVER_CHARRED.has(next ?? ""));
  return sure || speaksHindi(tokens);
}

/** A text is asked at each of its words. */
const hindi = new WeakMap<readonly Token[], boolean>();

function speaksHindi(tokens: readonly Token[]): boolean {
  const known = hindi.get(tokens) ?? holdsHindi(tokens.map(({ text }) => text));
  hindi.set(tokens, known);
  return known;
}

/** 1 234 567, 40 000: groups of three behind spaces. */
export function spaced(tokens: readonly Token[], at: number): { value: number; to: number } | undefined {
  if (!/^[1-9]\d{0,2}$/.test(tokens[at]?.text ?? "")) return undefined;
  let digits = tokens[at]?.text ?? "";
  let to = at + 1;
  for (; tokens[to]?.kind === "number" && tokens[to]!.start - tokens[to - 1]!.end === 1; to++) {
    if (tokens[to]!.end - tokens[to]!.start < 3 || !/^\d{3}(?:\.\d+)?$/.test(tokens[to]!.text))
      return undefined;
    digits += tokens[to]!.text;
  }
  const groups = to - at - 1;
  return groups >= 2 || (groups === 1 && digits.endsWith("000")) ? { value: Number(digits), to } : undefined;
}

/** 1.3x10^6, 2^10 */
export function powerAt(
  tokens: readonly Token[],
  at: number,
  base: number,
): { value: number; to: number } | undefined {
  const times = /^[x×]$/.test(tokens[at]?.text ?? "") && tokens[at + 1]?.text === "10";
  const hat = times ? at + 2 : at;
  if (tokens[hat]?.text !== "^" || !touching(tokens[hat - 1], tokens[hat])) return undefined;
  const negative = tokens[hat + 1]?.text === "-";
  const power = tokens[hat + (negative ? 2 : 1)];
  if (power?.kind !== "number" || Number(power.text) > 300) return undefined;
  const exponent = Number(power.text) * (negative ? -1 : 1);
  return { value: times ? base * 10 ** exponent : base ** exponent, to: hat + (negative ? 3 : 2) };
}

const BEFORE_MONEY = new Set(["$", "€", "£", "₹", "usd", "rs", "inr", "."]);

/** The factor of a letter behind digits: 5k, 1.5M, $5m, ₹5L. */
export function suffixAt(tokens: readonly Token[], at: number): number | undefined {
  const [number, suffix, after] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (!number || !suffix || suffix.kind !== "word") return undefined;
  if (touching(suffix, after) && after?.kind !== "sign") return undefined;
  const money = BEFORE_MONEY.has(tokens[at - 1]?.text ?? "");
  if (suffix.text === "l") return suffix.capital && money ? 1e5 : undefined;
  if (!touching(number, suffix) && suffix.text !== "k") return undefined;
  return suffix.text === "k" || suffix.capital || money ? SUFFIXES.get(suffix.text) : undefined;
}

export function exponentAt(tokens: readonly Token[], at: number): { value: number; to: number } | undefined {
  const [number, letter] = [tokens[at], tokens[at + 1]];
  if (letter?.text !== "e" || !touching(number, letter)) return undefined;
  const sign = tokens[at + 2];
  const negative = sign?.text === "-" && touching(letter, sign);
  const signs = negative || (sign?.text === "+" && touching(letter, sign));
  const power = tokens[at + (signs ? 3 : 2)];
  if (power?.kind !== "number" || !touching(signs ? sign : letter, power)) return undefined;
  const value = Number(power.text);
  return value <= 300 ? { value: negative ? -value : value, to: at + (signs ? 4 : 3) } : undefined;
}
