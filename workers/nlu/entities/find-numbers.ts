import { clean, suffixAt, touching } from "./number-parts.ts";
import { HUNDRED, SCALES } from "./number-words.ts";
import type { NumberAt } from "./number-parts.ts";
import type { Found, Token } from "./tokens.ts";

export const show = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);

/** "which one", "that one": no number is meant. */
const ONE_OF = new Set(
  "this that which the any every each no some another other last next only same".split(" "),
);

/** The hundred, lakh or k that a number ends with. */
function scaleOf(tokens: readonly Token[], { from, to }: NumberAt): number | undefined {
  const last = tokens[to - 1]?.text ?? "";
  return (
    SCALES.get(last) ?? (HUNDRED.has(last) ? 100 : to - 2 >= from ? suffixAt(tokens, to - 2) : undefined)
  );
}

/** The lower end of a range: in "10 to 20 lakh" the lakh that is said once counts for both. */
export function scaledLower(tokens: readonly Token[], lower: NumberAt, upper: NumberAt): number {
  const scale = scaleOf(tokens, lower) === undefined ? scaleOf(tokens, upper) : undefined;
  return scale && lower.value * scale < upper.value ? clean(lower.value * scale) : lower.value;
}

/** A smaller number in front that makes a range with this one ("10 to 20", "5-10 lakh"), and where it begins. */
export function lowerOf(
  tokens: readonly Token[],
  numbers: readonly NumberAt[],
  number: NumberAt,
): { from: number; value: number } | undefined {
  const { from, value } = number;
  const link = tokens[from - 1]?.text ?? "";
  const lower = numbers.find((each) => each.to === from - 1);
  if (!lower) return undefined;
  const lead = tokens[lower.from - 1]?.text ?? "";
  const joins =
    ["-", "–", "to", "se", "से"].includes(link) || (["and", "और"].includes(link) && lead === "between");
  if (!joins) return undefined;
  const least = scaledLower(tokens, lower, number);
  const leads = lead === "between" || lead === "from";
  return least < value && least >= 0 ? { from: lower.from - (leads ? 1 : 0), value: least } : undefined;
}

/** "open 24/7", "24x7" */
const isAlways = (tokens: readonly Token[], from: number, to: number): boolean =>
  [tokens.slice(from, from + 3), tokens.slice(Math.max(0, to - 3), to)].some((around) =>
    /^24[/x×]7$/.test(around.map(({ text }) => text).join("")),
  );

export function findNumbers(tokens: readonly Token[], numbers: readonly NumberAt[]): Found[] {
  return numbers.flatMap(({ from, to, value }) => {
    if (tokens[from]?.text === "one" && to === from + 1 && ONE_OF.has(tokens[from - 1]?.text ?? ""))
      return [];
    if (isAlways(tokens, from, to)) return [];
    const [first, last, next] = [tokens[from], tokens[to - 1], tokens[to]];
    // "180ml", "3rd", "5pm": the number is part of something else.
    if (!first || !last || (last.kind === "number" && next?.kind === "word" && touching(last, next)))
      return [];
    return [{ start: first.start, end: last.end, value: show(value), resolution: { value } }];
  });
}
