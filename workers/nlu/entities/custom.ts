import { hasDevanagari, romanised } from "../hindi/roman.ts";
import { soundOf } from "../hindi/sound.ts";
import { tokensOf, type Token } from "./tokens.ts";
import { compilePattern, matchesOf } from "./pattern.ts";

export interface CustomEntity {
  id: string;
  values: readonly {
    value: string;
    type: "synonymns" | "pattern";
    synonyms: readonly string[];
    pattern: readonly string[];
  }[];
}

export interface CustomMatch {
  start: number;
  end: number;
  value: string;
}

interface Entry {
  words: string[];
  value: string;
}

/** From this many letters on, one slip is forgiven, and two from the next. */
const ONE_SLIP = 5;
const TWO_SLIPS = 9;

/** One custom entity, ready to be looked for: words by their first word, patterns compiled. */
export class CustomMatcher {
  readonly #byFirst = new Map<string, Entry[]>();
  readonly #single: Entry[] = [];
  /** Single spellings and first words in each script, by their sound; made when a word of the other one is met. */
  readonly #entries: { readonly latin: Entry[]; readonly devanagari: Entry[] } = {
    latin: [],
    devanagari: [],
  };
  #bySound: ReadonlyMap<string, Entry[]> | undefined;
  readonly #patterns: { pattern: ReturnType<typeof compilePattern>; value: string }[] = [];

  constructor({ values }: CustomEntity) {
    for (const { value, type, synonyms, pattern } of values) {
      if (type === "pattern") {
        for (const each of pattern) {
          try {
            this.#patterns.push({ pattern: compilePattern(each), value });
          } catch {
            // Saved before patterns were checked: it matches nothing.
          }
        }
        continue;
      }
      for (const spelling of [value, ...synonyms]) {
        const words = tokensOf(spelling).map(({ text }) => text);
        const [first] = words;
        if (first === undefined) continue;
        const entry = { words, value };
        this.#entries[hasDevanagari(first) ? "devanagari" : "latin"].push(entry);
        const list = this.#byFirst.get(first) ?? [];
        this.#byFirst.set(first, list);
        list.push(entry);
        if (words.length === 1 && first.length >= ONE_SLIP) this.#single.push(entry);
      }
    }
    for (const list of this.#byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  }

  /** Every occurrence of a value, the longest at each place; slips only where nothing matches exactly. */
  find(text: string, tokens: readonly Token[]): CustomMatch[] {
    const found: CustomMatch[] = [];
    for (let at = 0; at < tokens.length;) {
      const exact = this.#exactAt(tokens, at) ?? this.#soundedAt(tokens, at) ?? this.#slippedAt(tokens, at);
      const [first, last] = [tokens[at], tokens[at + (exact?.length ?? 1) - 1]];
      if (exact && first && last) {
        found.push({ start: first.start, end: last.end, value: exact.value });
        at += exact.length;
      } else at++;
    }
    for (const { pattern, value } of this.#patterns) {
      // The matched text is the value: an order number is worth more than the name of its pattern.
      for (const { start, end } of matchesOf(pattern, text)) {
        found.push({ start, end, value: text.slice(start, end).trim() || value });
      }
    }
    return found;
  }

  #exactAt(tokens: readonly Token[], at: number): { length: number; value: string } | undefined {
    const entry = this.#byFirst
      .get(tokens[at]?.text ?? "")
      ?.find(({ words }) => words.every((word, index) => tokens[at + index]?.text === word));
    return entry && { length: entry.words.length, value: entry.value };
  }

  /** A value in the other script: पेरिस for Paris, ravi for रवि. */
  #soundedAt(tokens: readonly Token[], at: number): { length: number; value: string } | undefined {
    const token = tokens[at];
    if (token?.kind !== "word") return undefined;
    // English text meets an entity in English: nothing is to be compared.
    const other = hasDevanagari(token.text) ? "latin" : "devanagari";
    if (this.#entries[other].length === 0) return undefined;
    this.#bySound ??= Map.groupBy(
      [...this.#entries.latin, ...this.#entries.devanagari],
      ({ words: [first = ""] }) => `${hasDevanagari(first) ? "devanagari" : "latin"} ${soundOf(first)}`,
    );
    const entries = this.#bySound.get(`${other} ${soundOf(token.text)}`);
    const entry = entries?.find(({ words }) =>
      words.every((word, index) => soundsAlike(word, tokens[at + index]?.text)),
    );
    return entry && { length: entry.words.length, value: entry.value };
  }

  #slippedAt(tokens: readonly Token[], at: number): { length: number; value: string } | undefined {
    const token = tokens[at];
    if (token?.kind !== "word" || token.text.length < ONE_SLIP - 1) return undefined;
    let best: { slips: number; value: string } | undefined;
    for (const { words, value } of this.#single) {
      const word = words[0] ?? "";
      const allowed = word.length >= TWO_SLIPS ? 2 : 1;
      if (Math.abs(word.length - token.text.length) > allowed || word[0] !== token.text[0]) continue;
      const slips = distance(word, token.text, allowed);
      if (slips <= allowed && (!best || slips < best.slips)) best = { slips, value };
      else if (best && slips === best.slips && value !== best.value) return undefined;
    }
    return best && { length: 1, value: best.value };
  }
}

/** From this many consonants on, vowels may differ a little between the scripts. */
const SURE_SOUND = 3;

/** Whether two words of different scripts are one word. */
function soundsAlike(word: string, other: string | undefined): boolean {
  if (other === undefined) return false;
  if (hasDevanagari(word) === hasDevanagari(other)) return word === other;
  const [a, b] = [inLatin(word), inLatin(other)];
  if (a === b) return true;
  const sound = soundOf(word);
  return sound.length >= SURE_SOUND && sound === soundOf(other) && distance(a, b, 2) <= 2;
}

/** One spelling of vowels: ravee is ravi. */
const inLatin = (word: string): string =>
  romanised(word)
    .toLowerCase()
    .replace(/ee|ii/g, "i")
    .replace(/oo|uu/g, "u")
    .replace(/aa/g, "a")
    .replace(/w/g, "v")
    .replace(/ph/g, "f");

/** Edits between two words, neighbours swapped counting one (Damerau 1964, optimal alignment); above `most`: most + 1. */
export function distance(a: string, b: string, most: number): number {
  let previous2: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (previous2[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    [previous2, previous] = [previous, row];
  }
  return previous[b.length] ?? most + 1;
}
