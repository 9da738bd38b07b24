import { cardinal } from "./cardinal.ts";
import { half, withFraction } from "./fraction.ts";
import { isSane, type NumberAt, partOf, touching } from "./number-parts.ts";
import type { Token } from "./tokens.ts";

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
