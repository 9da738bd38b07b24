import { show } from "./find-numbers.ts";
import { isSane, touching } from "./number-parts.ts";
import { HUNDRED, ORDINAL_ENDINGS, ORDINALS, ORDINAL_SCALES, SCALES, SMALL } from "./number-words.ts";
import type { NumberAt } from "./number-parts.ts";
import type { Found, Token } from "./tokens.ts";

const ENGLISH_ENDINGS = new Set(["st", "nd", "rd", "th"]);

/** first, 21st, one hundred and second, तीसरा, पांचवीं. */
export function findOrdinals(tokens: readonly Token[], numbers: readonly NumberAt[]): Found[] {
  const found: Found[] = [];
  const add = (from: number, to: number, value: number): void => {
    const [first, last] = [tokens[from], tokens[to]];
    if (first && last && isSane(value))
      found.push({ start: first.start, end: last.end, value: show(value), resolution: { value } });
  };
  const before = new Map(numbers.map((number) => [number.to, number]));
  for (const [at, token] of tokens.entries()) {
    const previous = tokens[at - 1];
    if (token.kind !== "word") continue;
    if (
      previous?.kind === "number" &&
      touching(previous, token) &&
      (ENGLISH_ENDINGS.has(token.text) || ORDINAL_ENDINGS.includes(token.text))
    ) {
      add(at - 1, at, Number(previous.text));
      continue;
    }
    const leading =
      before.get(at) ??
      (tokens[at - 1]?.text === "-" || tokens[at - 1]?.text === "and" ? before.get(at - 1) : undefined);
    const simple = ORDINALS.get(token.text) ?? hindiOrdinal(token.text);
    const scale = ORDINAL_SCALES.get(token.text);
    if (scale !== undefined) {
      add(leading ? leading.from : at, at, (leading?.value ?? 1) * scale);
    } else if (simple !== undefined) {
      const fits =
        leading &&
        !leading.digits &&
        simple < 100 &&
        leading.value % (simple < 10 ? 10 : 100) === 0 &&
        leading.value >= 20;
      if (fits) add(leading.from, at, leading.value + simple);
      else add(at, at, simple);
    }
  }
  return found;
}

function hindiOrdinal(word: string): number | undefined {
  const ending = ORDINAL_ENDINGS.find((each) => word.endsWith(each) && word.length > each.length);
  if (!ending) return undefined;
  const stem = word.slice(0, -ending.length);
  return SMALL.get(stem) ?? (HUNDRED.has(stem) ? 100 : SCALES.get(stem));
}
