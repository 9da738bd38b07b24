/**
 * Text to tokens. Everything the engine compares has passed through here, so that a phrase typed on a phone
 * (curly quotes, full-width letters, zero-width joiners) equals the same phrase typed by an author.
 */

/** Code units of a text that are looked at; the rest of a longer text is ignored, so that time stays bounded. */
const LONGEST_TEXT = 4000;

/** Tokens of a text that become features. */
export const MOST_TOKENS = 300;

// Soft hyphen, zero-width space and joiners, word joiner, variation selectors, byte order mark. The joiners
// do change how Devanagari is drawn, but people leave them out or put them in at random.
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]|\u200c|\u200d|\ufe0e|\ufe0f/gu;
const APOSTROPHES = /[\u2018\u2019\u02bc\uff07\u0060\u00b4]/gu;

// A word is a run of letters, marks (Devanagari vowels are marks) and digits, with apostrophes inside;
// everything else that is not white space is a sign, and the same sign repeated is one token.
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*|([^\s\p{L}\p{M}\p{N}])\1*/gu;
const WORD_START = /^[\p{L}\p{M}\p{N}]/u;
const PUNCTUATION = /^[\p{P}\p{Sm}\p{Sk}\p{Sc}\p{C}\p{Z}]+$/u;
const LONG_DIGITS = /\p{Nd}{4,}/gu;

/** The text in one spelling: well-formed, NFKC, lower case, plain apostrophes, single spaces. */
export function normalise(text: string): string {
  return text
    .slice(0, LONGEST_TEXT)
    .toWellFormed()
    .normalize("NFKC")
    .toLowerCase()
    .replace(APOSTROPHES, "'")
    .replace(INVISIBLE, "")
    .replace(/\s+/gu, " ")
    .trim();
}

/** Words and signs of a normalised text, in order. */
export function tokenise(normalised: string): string[] {
  return normalised.match(TOKEN) ?? [];
}

/** A word or a pictograph, not a mere punctuation mark. */
export function saysSomething(token: string): boolean {
  return WORD_START.test(token) || !PUNCTUATION.test(token);
}

/** True for a text that says nothing: no letter, digit or pictograph. */
export function isBlank(normalised: string): boolean {
  return normalised === "" || PUNCTUATION.test(normalised.replaceAll(" ", ""));
}

/**
 * The key that two texts share when they are the same phrase. The signs that end a sentence don't count ("Hi!" is
 * "hi"), unless the text has nothing else.
 */
export function exactKey(text: string): string {
  const normalised = normalise(text);
  const bare = normalised.replace(/[\s.,!?;:\u0964\u3002\u2026]+$/u, "").replace(/^[\s\u00a1\u00bf]+/u, "");
  return bare === "" ? normalised : bare;
}

/** Long numbers (accounts, phones, orders) differ in every text; only their length carries meaning. */
export function digitShape(token: string): string {
  return token.replace(LONG_DIGITS, (run) => (run.length > 8 ? "0_long" : `0_${run.length}`));
}
