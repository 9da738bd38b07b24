import {
  clean,
  exponentAt,
  type NumberAt,
  powerAt,
  smallAt,
  spaced,
  suffixAt,
  touching,
} from "./number-parts.ts";
import {
  AND_HALF,
  BEFORE_BARE,
  DOZEN,
  HUNDRED,
  ONLY_BEHIND,
  QUARTERS,
  SCALES,
  SMALL,
} from "./number-words.ts";
import type { Token } from "./tokens.ts";

/** A number without a fraction behind it, in words, digits or both: "two lakh", "1.5k", "three point one four". */
export function cardinal(tokens: readonly Token[], at: number): NumberAt | undefined {
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
      if ((current >= 100 && !digits) || (!seen && !standsAlone(tokens, at, i))) break;
      current = (current === 0 ? 1 : current) * 100;
      seen = true;
      digits = false;
      to = i + 1;
    } else if (scale !== undefined) {
      if (!seen && (ONLY_BEHIND.has(text) || !standsAlone(tokens, at, i))) break;
      if (scale >= lastScale && current !== 0) break;
      if (current === 0 && total > 0) total *= scale;
      else total += (current === 0 ? 1 : current) * scale;
      current = 0;
      lastScale = scale;
      seen = true;
      digits = false;
      to = i + 1;
    } else if (kind === "word" && DOZEN.has(text)) {
      if (!seen && !standsAlone(tokens, at, i)) break;
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

/**
 * "hundred" and "a dozen" are numbers by themselves, सौ is as well; "few hundred", "hundreds" and a scale behind a word
 * that may be a number in an unknown spelling are none, or a part would be taken for the whole.
 */
function standsAlone(tokens: readonly Token[], from: number, at: number): boolean {
  if (/^[a-z]+s$/.test(tokens[at]?.text ?? "")) return false;
  if (at > from) return at === from + 1 && (tokens[from]?.text === "a" || tokens[from]?.text === "an");
  const before = tokens[from - 1];
  if (before?.kind === "sign") return before.text !== "-" || !touching(before, tokens[from]);
  return before === undefined || BEFORE_BARE.has(before.text);
}

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
  const isSmall = smallAt(tokens, at + 1) !== undefined;
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
