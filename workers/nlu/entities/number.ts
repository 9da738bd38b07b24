import {
  clean,
  exponentAt,
  isSane,
  partOf,
  powerAt,
  smallAt,
  spaced,
  suffixAt,
  touching,
} from "./number-parts.ts";
import {
  AND_HALF,
  DENOMINATORS,
  DOZEN,
  HUNDRED,
  ONLY_BEHIND,
  QUARTERS,
  SCALES,
  SMALL,
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

const MINUS = new Set(["minus", "negative", "माइनस", "ऋणात्मक"]);

/** All numbers of a text, in words or digits, from left to right; none overlaps another. */
export function numbersIn(tokens: readonly Token[]): NumberAt[] {
  const found: NumberAt[] = [];
  for (let at = 0; at < tokens.length;) {
    const number = numberAt(tokens, at);
    if (number && isSane(number.value)) found.push(number);
    at = number ? number.to : at + 1;
  }
  return found;
}

/** The number that begins at a token, as long as it goes. */
export function numberAt(tokens: readonly Token[], at: number): NumberAt | undefined {
  const first = tokens[at];
  if (!first) return undefined;
  if (first.kind === "sign") return signed(tokens, at);
  if (MINUS.has(first.text)) {
    const number = numberAt(tokens, at + 1);
    return number && { ...number, from: at, value: -number.value, digits: false };
  }
  // A word in front without a space makes it a name: "b2b", "covid19".
  if (first.kind === "number" && isPartOfName(tokens, at)) return undefined;
  const whole = cardinal(tokens, at);
  if (!whole) return half(tokens, at);
  return withFraction(tokens, whole);
}

/** Words that stand in front of digits without a space: rs500, and the hours of 2h30m. */
const GLUED_CURRENCY = new Set(["rs", "inr", "usd", "eur", "gbp", "aed", "rupees", "रु", "रू"]);
const GLUED_UNIT = new Set(["h", "hr", "hrs", "d", "m", "min", "mins"]);

/** "b2b", "covid19", and the parts of 1.2.3, which is no number but a version or an address. */
function isPartOfName(tokens: readonly Token[], at: number): boolean {
  const [first, before, second] = [tokens[at], tokens[at - 1], tokens[at - 2]];
  if (touching(before, first)) {
    if (before?.kind === "word") {
      const unit = GLUED_UNIT.has(before.text) && second?.kind === "number" && touching(second, before);
      return !unit && !GLUED_CURRENCY.has(before.text);
    }
    if (before?.text === "." && second?.kind === "number" && touching(second, before)) return true;
  }
  const [dot, after] = [tokens[at + 1], tokens[at + 2]];
  return dot?.text === "." && touching(first, dot) && after?.kind === "number" && touching(dot, after);
}

/** "Rs .500" is as common as "Rs. 500"; nobody writes paise so. */
const isRupee = (token: Token | undefined): boolean => ["rs", "रु", "रू", "₹"].includes(token?.text ?? "");

function signed(tokens: readonly Token[], at: number): NumberAt | undefined {
  const [sign, next] = [tokens[at], tokens[at + 1]];
  const part = partOf(sign);
  if (part !== undefined) return { from: at, to: at + 1, value: part, digits: false };
  if (next?.kind !== "number" || !touching(sign, next)) return undefined;
  const before = tokens[at - 1];
  const free = !touching(before, sign) || before?.text === "(";
  if (sign?.text === ".") {
    // The dot of "Rs.500", of "No.5" or of a sentence's end is no decimal point, and "1.5.2" no number.
    const glued = touching(before, sign) && (before?.kind !== "sign" || before.text === ".");
    if (glued || isRupee(before) || !/^\d+$/.test(next.text)) return undefined;
    return { from: at, to: at + 2, value: Number(`0.${next.text}`), digits: true };
  }
  if ((sign?.text === "-" || sign?.text === "−") && free) {
    const whole = cardinal(tokens, at + 1);
    const number = whole && withFraction(tokens, whole);
    return number && { ...number, from: at, value: -number.value };
  }
  return undefined;
}

function cardinal(tokens: readonly Token[], at: number): NumberAt | undefined {
  let total = 0;
  let current = 0;
  let seen = false;
  let digits = true;
  let lastScale = Infinity;
  let quarter = 0;
  let to = at;
  /** The word before was twenty, thirty and so on: only then may ones follow. */
  let afterTens = false;

  const finish = (): NumberAt | undefined => {
    if (!seen) return undefined;
    return { from: at, to, value: clean(total + current), digits };
  };
  for (let i = at; i < tokens.length; i++) {
    const token = tokens[i];
    if (!token) break;
    const { text, kind } = token;
    const small = kind === "word" ? smallAt(tokens, i) : undefined;
    const scale = kind === "word" ? SCALES.get(text) : undefined;
    if (kind === "number") {
      // "3 hundred and 21"
      if (tokens[i - 1]?.text === "and" && current > 0 && current % 100 === 0 && /^\d{1,2}$/.test(text)) {
        current += Number(text);
        to = i + 1;
        continue;
      }
      if (current !== 0 || (seen && lastScale === Infinity)) break;
      if (seen && touching(tokens[i - 1], token)) break;
      current = Number(text) + quarter;
      quarter = 0;
      seen = true;
      to = i + 1;
      const groups = i === at ? spaced(tokens, i) : undefined;
      if (groups) {
        current = groups.value;
        i = groups.to - 1;
        to = groups.to;
        continue;
      }
      const power = powerAt(tokens, i + 1, current);
      if (power) {
        current = power.value;
        to = power.to;
        break;
      }
      // 1e9 and 1.5e-3
      const exponent = exponentAt(tokens, i);
      if (exponent) {
        current *= 10 ** exponent.value;
        to = exponent.to;
        break;
      }
      const suffix = tokens[i + 1];
      const times = suffixAt(tokens, i);
      if (times) {
        total += current * times;
        current = 0;
        to = ++i + 1;
      } else if (suffix?.kind === "word" && touching(token, suffix) && !SCALES.has(suffix.text)) {
        break;
      }
    } else if (small !== undefined) {
      const fits =
        current === 0 ||
        (current % 100 === 0 && small < 100) ||
        (afterTens && small < 10 && small > 0 && current % 10 === 0);
      if (!fits || (current === 0 && seen && lastScale === Infinity)) break;
      current += small + quarter;
      quarter = 0;
      seen = true;
      digits = false;
      to = i + 1;
      afterTens = small >= 20 && small % 10 === 0;
      continue;
    } else if (kind === "word" && AND_HALF.has(text) && !seen) {
      current = AND_HALF.get(text) ?? 0;
      seen = true;
      digits = false;
      to = i + 1;
    } else if (kind === "word" && QUARTERS.has(text) && current === 0) {
      const next = tokens[i + 1];
      const follows =
        next &&
        (next.kind === "number" ||
          smallAt(tokens, i + 1) !== undefined ||
          HUNDRED.has(next.text) ||
          SCALES.has(next.text));
      if (!follows) break;
      quarter = QUARTERS.get(text) ?? 0;
      digits = false;
      // सवा लाख: a quarter more than one of the scale.
      if (next.kind === "word" && smallAt(tokens, i + 1) === undefined) {
        current = 1 + quarter;
        quarter = 0;
        seen = true;
      }
    } else if (kind === "word" && HUNDRED.has(text)) {
      if ((current >= 100 && !digits) || (!seen && !isLatinAlone(tokens, at, i))) break;
      current = (current === 0 ? 1 : current) * 100;
      seen = true;
      digits = false;
      to = i + 1;
    } else if (scale !== undefined) {
      if (!seen && (ONLY_BEHIND.has(text) || !isLatinAlone(tokens, at, i))) break;
      if (scale >= lastScale && current !== 0) break;
      if (current === 0 && total > 0) total *= scale;
      else total += (current === 0 ? 1 : current) * scale;
      current = 0;
      lastScale = scale;
      seen = true;
      digits = false;
      to = i + 1;
    } else if (kind === "word" && DOZEN.has(text)) {
      if (!seen && !isLatinAlone(tokens, at, i)) break;
      current = (current === 0 ? 1 : current) * 12;
      seen = true;
      digits = false;
      to = i + 1;
      break;
    } else if (!goesOn(tokens, i, { seen, current, digits })) break;
    if (text !== "-") afterTens = false;
  }
  const number = finish();
  return number && withDecimals(tokens, number);
}

/** "hundred" and "a dozen" are numbers by themselves; "सौ" is as well. */
const isLatinAlone = (tokens: readonly Token[], from: number, at: number): boolean =>
  at === from || (at === from + 1 && (tokens[from]?.text === "a" || tokens[from]?.text === "an"));

/** "and", a hyphen between tens and ones, "a" before hundred: they join, if a number word follows. */
function goesOn(
  tokens: readonly Token[],
  at: number,
  { seen, current, digits }: { seen: boolean; current: number; digits: boolean },
): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (!token || !next) return false;
  if (token.text === "and" && /^\d{1,2}$/.test(next.text)) {
    return seen && current > 0 && current % 100 === 0 && HUNDRED.has(tokens[at - 1]?.text ?? "");
  }
  if (next.kind !== "word") return false;
  const isSmall = SMALL.has(next.text);
  switch (token.text) {
    case "a":
    case "an":
      return !seen && (HUNDRED.has(next.text) || SCALES.has(next.text) || DOZEN.has(next.text));
    case "and":
    case "और":
      return (
        seen &&
        !digits &&
        isSmall &&
        current % 100 === 0 &&
        (current !== 0 || HUNDRED.has(tokens[at - 1]?.text ?? "") || SCALES.has(tokens[at - 1]?.text ?? ""))
      );
    case "-":
      return (
        seen &&
        touching(tokens[at - 1], token) &&
        touching(token, next) &&
        (isSmall || HUNDRED.has(next.text) || SCALES.has(next.text))
      );
    case ",":
      return seen && !digits && current === 0 && isSmall;
    default:
      return false;
  }
}

const POINT = new Set(["point", "दशमलव", "पॉइंट"]);

/** "three point one four" */
function withDecimals(tokens: readonly Token[], number: NumberAt): NumberAt {
  if (!POINT.has(tokens[number.to]?.text ?? "")) return number;
  let decimals = "";
  let to = number.to + 1;
  for (; to < tokens.length; to++) {
    const { text, kind } = tokens[to] ?? { text: "", kind: "sign" };
    const ones = SMALL.get(tokens[to + 1]?.text ?? "");
    if (text === "-" && decimals.endsWith("0") && ones !== undefined && ones < 10) {
      // "point seventy-one"
      decimals = `${decimals.slice(0, -1)}${ones}`;
      to++;
      continue;
    }
    const digit = kind === "number" ? text : SMALL.get(text)?.toString();
    if (digit === undefined || !/^\d+$/.test(digit) || (kind === "word" && digit.length > 2)) break;
    decimals += digit;
  }
  if (decimals === "") return number;
  const value = clean(Math.trunc(number.value) + Number(`0.${decimals}`));
  return { ...number, to, value, digits: false };
}

/** 3/4, 2 1/2, two thirds, five and a half, three quarters. */
function withFraction(tokens: readonly Token[], whole: NumberAt): NumberAt {
  const below = ["बटा", "bata"].includes(tokens[whole.to]?.text ?? "")
    ? cardinal(tokens, whole.to + 1)
    : undefined;
  if (below && below.value !== 0)
    return { ...whole, to: below.to, value: clean(whole.value / below.value), digits: false };
  const sign = partOf(tokens[whole.to]);
  if (sign !== undefined && whole.digits)
    return { ...whole, to: whole.to + 1, value: whole.value + sign, digits: false };
  const millions = ofScale(tokens, whole);
  if (millions) return millions;
  const slash = slashAt(tokens, whole.to);
  if (whole.digits && slash && touching(tokens[whole.to - 1], tokens[whole.to])) {
    return { ...whole, to: slash.to, value: clean(whole.value / slash.denominator) };
  }
  const upper = tokens[whole.to];
  const second = upper?.kind === "number" ? slashAt(tokens, whole.to + 1) : undefined;
  if (whole.digits && second && touching(upper, tokens[whole.to + 1])) {
    return { ...whole, to: second.to, value: clean(whole.value + Number(upper?.text) / second.denominator) };
  }
  const [and, a, part] = [
    tokens[whole.to]?.text,
    tokens[whole.to + 1]?.text,
    tokens[whole.to + 2]?.text ?? "",
  ];
  if (and === "and" && (a === "a" || a === "one") && DENOMINATORS.has(part) && !part.endsWith("s")) {
    const value = whole.value + 1 / (DENOMINATORS.get(part) ?? 1);
    // "one and a half million"
    const scale = SCALES.get(tokens[whole.to + 3]?.text ?? "");
    return { ...whole, to: whole.to + (scale ? 4 : 3), value: clean(value * (scale ?? 1)), digits: false };
  }
  // "2 and half"
  if (and === "and" && a === "half" && !["of", "a", "an", "past"].includes(part)) {
    return { ...whole, to: whole.to + 2, value: clean(whole.value + 0.5), digits: false };
  }
  if (and === "and" && !whole.digits) {
    // "twenty and three fifths"
    const over = cardinal(tokens, whole.to + 1);
    const behind = tokens[over?.to ?? 0]?.text ?? "";
    const lower = over && !over.digits && behind.endsWith("s") ? DENOMINATORS.get(behind) : undefined;
    if (over && lower) {
      return { ...whole, to: over.to + 1, value: clean(whole.value + over.value / lower) };
    }
  }
  if (whole.digits && !Number.isInteger(whole.value)) return whole;
  let at = whole.to;
  if (tokens[at]?.text === "-" && touching(tokens[at - 1], tokens[at])) at++;
  const word = tokens[at]?.text ?? "";
  const denominator = DENOMINATORS.get(word);
  // "one second" is time and "the second" an ordinal: neither is in the table of parts.
  if (denominator && !whole.digits && (word.endsWith("s") || whole.value === 1 || !/[a-z]/.test(word))) {
    const share = clean(whole.value / denominator);
    // "two thirds of a million"
    const scale =
      tokens[at + 1]?.text === "of" && tokens[at + 2]?.text === "a"
        ? SCALES.get(tokens[at + 3]?.text ?? "")
        : undefined;
    return { ...whole, to: at + (scale ? 4 : 1), value: clean(share * (scale ?? 1)), digits: false };
  }
  return whole;
}

/** "three million and a half", "five million and three quarters": the part is one of the scale's. */
function ofScale(tokens: readonly Token[], whole: NumberAt): NumberAt | undefined {
  const scale = SCALES.get(tokens[whole.to - 1]?.text ?? "");
  if (scale === undefined || scale < 1e5 || tokens[whole.to]?.text !== "and") return undefined;
  const upper = numberAbove(tokens, whole.to + 1);
  const lower = upper && DENOMINATORS.get(tokens[whole.to + 2]?.text ?? "");
  if (!upper || !lower || SCALES.has(tokens[whole.to + 3]?.text ?? "")) return undefined;
  return { ...whole, to: whole.to + 3, value: clean(whole.value + (scale * upper) / lower), digits: false };
}

const numberAbove = (tokens: readonly Token[], at: number): number | undefined =>
  tokens[at]?.text === "a" ? 1 : SMALL.get(tokens[at]?.text ?? "");

function slashAt(tokens: readonly Token[], at: number): { denominator: number; to: number } | undefined {
  const [slash, number, after] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (slash?.text !== "/" || number?.kind !== "number" || !touching(slash, number)) return undefined;
  // A second slash makes it a date.
  if (after?.text === "/" && touching(number, after)) return undefined;
  const denominator = Number(number.text);
  return denominator > 0 ? { denominator, to: at + 2 } : undefined;
}

/** "half a dozen", "a quarter", "आधा". */
function half(tokens: readonly Token[], at: number): NumberAt | undefined {
  const words = [0, 1, 2].map((offset) => tokens[at + offset]?.text ?? "");
  if (words[0] === "half" && words[1] === "a" && DOZEN.has(words[2] ?? "")) {
    return { from: at, to: at + 3, value: 6, digits: false };
  }
  if (words[0] === "half" && DOZEN.has(words[1] ?? ""))
    return { from: at, to: at + 2, value: 6, digits: false };
  if (
    words[0] === "a" &&
    (words[1] === "half" || words[1] === "third" || words[1] === "quarter" || words[1] === "fifth")
  ) {
    return { from: at, to: at + 2, value: clean(1 / (DENOMINATORS.get(words[1]) ?? 1)), digits: false };
  }
  const scaled = ["half", "quarter"].indexOf(words[0] ?? "");
  const skip = words[1] === "a" ? 2 : 1;
  const scale = scaled < 0 ? undefined : SCALES.get(words[skip] ?? "");
  if (scale) return { from: at, to: at + skip + 1, value: scale / (scaled === 0 ? 2 : 4), digits: false };
  if (["half", "aadha", "aadhi", "aadhe", "adha", "adhe", "आधा", "आधी", "आधे"].includes(words[0] ?? ""))
    return { from: at, to: at + 1, value: 0.5, digits: false };
  return undefined;
}
