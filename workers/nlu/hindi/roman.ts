/**
 * Devanagari in Latin letters, as people type it: रवि is ravi, नमस्ते namaste. The inherent a is left out where it is not
 * spoken (at the end of a word, and between a vowel's syllable and the next one).
 */

const CONSONANTS: Readonly<Record<string, string>> = {
  क: "k",
  ख: "kh",
  ग: "g",
  घ: "gh",
  ङ: "n",
  च: "ch",
  छ: "chh",
  ज: "j",
  झ: "jh",
  ञ: "n",
  ट: "t",
  ठ: "th",
  ड: "d",
  ढ: "dh",
  ण: "n",
  त: "t",
  थ: "th",
  द: "d",
  ध: "dh",
  न: "n",
  प: "p",
  फ: "ph",
  ब: "b",
  भ: "bh",
  म: "m",
  य: "y",
  र: "r",
  ल: "l",
  ळ: "l",
  व: "v",
  श: "sh",
  ष: "sh",
  स: "s",
  ह: "h",
};
const WITH_NUKTA: Readonly<Record<string, string>> = {
  क: "q",
  ख: "kh",
  ग: "g",
  ज: "z",
  ड: "d",
  ढ: "dh",
  फ: "f",
  य: "y",
  न: "n",
  र: "r",
};
const VOWELS: Readonly<Record<string, string>> = {
  अ: "a",
  आ: "a",
  इ: "i",
  ई: "i",
  उ: "u",
  ऊ: "u",
  ऋ: "ri",
  ए: "e",
  ऐ: "ai",
  ओ: "o",
  औ: "au",
  ऑ: "o",
  ऍ: "e",
  ऎ: "e",
  ऒ: "o",
};
const SIGNS: Readonly<Record<string, string>> = {
  "ा": "a",
  "ि": "i",
  "ी": "i",
  "ु": "u",
  "ू": "u",
  "ृ": "ri",
  "े": "e",
  "ै": "ai",
  "ो": "o",
  "ौ": "au",
  "ॉ": "o",
  "ॅ": "e",
  "ॆ": "e",
  "ॊ": "o",
};
const NUKTA = "\u093c";
const VIRAMA = "\u094d";
const NASALS = "\u0902\u0901";
const VISARGA = "\u0903";
const HAS_DEVANAGARI = /\p{Script=Devanagari}/u;
const WORD = /[\u0900-\u0963\u0970-\u097f]+/gu;

export const hasDevanagari = (text: string): boolean => HAS_DEVANAGARI.test(text);

/** The text with every word of Devanagari in Latin letters; anything else stays. */
export const romanised = (text: string): string => inLatinLetters(text, []);

/** How people write a sound who write it otherwise: Deepak, Pooja, Aarti, Shweta, Verma. */
const HABITS = ["ee", "oo", "aa", "w", "er"] as const;
type Habit = (typeof HABITS)[number];

/** The letters in which a habit shows; a text without them is written the same with it. */
const SHOWN_IN: Readonly<Record<Habit, string>> = { ee: "ईी", oo: "ऊू", aa: "आा", w: "व", er: "र" };

/** Words that were spelt lately: in a file of customers the same names come again and again. */
const spelt = new Map<string, readonly string[]>();
const MOST_SPELT = 1_000;
const LONGEST_SPELT = 30;

/** The ways in which a text of Devanagari is written in Latin letters by those who do, the usual one first. */
export function latinSpellings(text: string): readonly string[] {
  if (text.search(WORD) < 0) return [text.normalize("NFC")];
  const known = spelt.get(text);
  if (known) return known;
  const letters = text.normalize("NFD");
  const sets = HABITS.filter((habit) =>
    [...SHOWN_IN[habit]].some((letter) => letters.includes(letter)),
  ).reduce<Habit[][]>((all, habit) => [...all, ...all.map((set) => [...set, habit])], [[]]);
  const spellings = [...new Set(sets.map((habits) => inLatinLetters(letters, habits)))];
  if (spelt.size >= MOST_SPELT) spelt.clear();
  if (text.length <= LONGEST_SPELT) spelt.set(text, spellings);
  return spellings;
}

const inLatinLetters = (text: string, habits: readonly Habit[]): string =>
  text
    .normalize("NFD")
    .replace(WORD, (word) => romanWord(word, habits))
    .normalize("NFC");

/** A letter as a habit writes it; the last letter of a word is always short. */
function written(letter: string, usual: string, habits: readonly Habit[], isLast: boolean): string {
  if ("ईी".includes(letter) && habits.includes("ee")) return "ee";
  if ("ऊू".includes(letter) && habits.includes("oo")) return "oo";
  if ("आा".includes(letter) && habits.includes("aa") && !isLast) return "aa";
  if (letter === "व" && habits.includes("w")) return "w";
  return usual;
}

/** A vowel that is not written stands as "A" until it is known whether it is spoken. */
function romanWord(word: string, habits: readonly Habit[]): string {
  let roman = "";
  for (let at = 0; at < word.length; at++) {
    const letter = word[at]!;
    const vowel = VOWELS[letter];
    if (vowel !== undefined) {
      roman += written(letter, vowel, habits, at === word.length - 1);
      continue;
    }
    const consonant = CONSONANTS[letter];
    if (consonant !== undefined) {
      const nukta = word[at + 1] === NUKTA;
      if (nukta) at++;
      roman += nukta ? (WITH_NUKTA[letter] ?? consonant) : written(letter, consonant, habits, false);
      const next = word[at + 1] ?? "";
      const sign = SIGNS[next];
      if (sign !== undefined) {
        roman += written(next, sign, habits, at + 1 === word.length - 1);
        at++;
      } else if (next === VIRAMA) at++;
      else roman += "A";
      continue;
    }
    if (NASALS.includes(letter)) roman += /^[पफबभम]/.test(word.slice(at + 1)) ? "m" : "n";
    else if (letter === VISARGA) roman += "h";
  }
  return spoken(roman, habits);
}

const UNSPOKEN = /([aeiouA][^aeiouA]{1,3})A(?=[^aeiouA]{1,2}[aeiou])/;

/** Leaves unspoken vowels out: "rAvi" is ravi, "chAlAna" chalna. */
function spoken(roman: string, habits: readonly Habit[]): string {
  let word = roman.length > 2 ? roman.replace(/A$/, "") : roman;
  for (let round = 0; round < 4; round++) {
    const shorter = word.replace(UNSPOKEN, "$1");
    if (shorter === word) break;
    word = shorter;
  }
  const open = habits.includes("er") ? word.replace(/A(?=r[^aeiouA])/, "e") : word;
  return open.replaceAll("A", "a");
}
