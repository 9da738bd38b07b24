import { folded } from "#workers/contract/folded.ts";

const MOST_WORDS = 8;
/** Characters around the first word that was found. */
const EXCERPT = { before: 60, most: 240 };

/** Letters that a search needs at least, in all its words. */
const SHORTEST = 2;

/** Whether there is nothing to look for. */
export const isTooShort = (terms: readonly string[]): boolean => terms.join("").length < SHORTEST;

/** Words as the indexes of words have them: letters, digits and marks, in small letters. */
export const termsIn = (words: string): string[] =>
  words
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{Mn}\p{Mc}]+/u)
    .filter(Boolean)
    .slice(0, MOST_WORDS);

/** The part of a message around the first word that was found, for one line. */
export function excerptOf(said: string, terms: readonly string[]): string {
  const line = said.replaceAll(/\s+/gu, " ").trim();
  const small = folded(line);
  const places = terms.map((term) => small.indexOf(folded(term))).filter((at) => at >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const start = Math.max(0, first - EXCERPT.before);
  const end = start + EXCERPT.most;
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}
