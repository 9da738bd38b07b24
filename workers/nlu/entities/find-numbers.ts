import { clean, touching } from "./number-parts.ts";
import { SCALES } from "./number-words.ts";
import type { NumberAt } from "./number-parts.ts";
import type { Found, Token } from "./tokens.ts";

export const show = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);

/** "which one", "that one": no number is meant. */
const ONE_OF = new Set(
  "this that which the any every each no some another other last next only same".split(" "),
);

/** A smaller number in front that makes a range with this one ("10 to 20", "5-10 lakh"), and where it begins. */
export function lowerOf(
  tokens: readonly Token[],
  numbers: readonly NumberAt[],
  { from, to, value }: NumberAt,
): { from: number; value: number } | undefined {
  const link = tokens[from - 1]?.text ?? "";
  const lower = numbers.find((number) => number.to === from - 1);
  if (!lower) return undefined;
  const lead = tokens[lower.from - 1]?.text ?? "";
  const joins =
    ["-", "–", "to", "se", "से"].includes(link) || (["and", "और"].includes(link) && lead === "between");
  if (!joins) return undefined;
  const scale = SCALES.get(tokens[to - 1]?.text ?? "");
  const own = SCALES.has(tokens[lower.to - 1]?.text ?? "");
  const least = scale && !own && lower.value * scale < value ? lower.value * scale : lower.value;
  const leads = lead === "between" || lead === "from";
  return least < value && least >= 0
    ? { from: lower.from - (leads ? 1 : 0), value: clean(least) }
    : undefined;
}

export function findNumbers(tokens: readonly Token[], numbers: readonly NumberAt[]): Found[] {
  return numbers.flatMap(({ from, to, value }) => {
    if (tokens[from]?.text === "one" && to === from + 1 && ONE_OF.has(tokens[from - 1]?.text ?? ""))
      return [];
    const [first, last, next] = [tokens[from], tokens[to - 1], tokens[to]];
    // "180ml", "3rd", "5pm": the number is part of something else.
    if (!first || !last || (last.kind === "number" && next?.kind === "word" && touching(last, next)))
      return [];
    return [{ start: first.start, end: last.end, value: show(value), resolution: { value } }];
  });
}
