import { cardinal } from "./cardinal.ts";
import { clean, type NumberAt, partOf, touching } from "./number-parts.ts";
import { DENOMINATORS, DOZEN, SCALES, SMALL } from "./number-words.ts";
import type { Token } from "./tokens.ts";

/** 3/4, 2 1/2, two thirds, five and a half, three quarters. */
export function withFraction(tokens: readonly Token[], whole: NumberAt): NumberAt {
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
export function half(tokens: readonly Token[], at: number): NumberAt | undefined {
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
