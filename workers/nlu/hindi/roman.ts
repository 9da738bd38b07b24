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
export const romanised = (text: string): string =>
  text.normalize("NFD").replace(WORD, romanWord).normalize("NFC");

/** A vowel that is not written stands as "A" until it is known whether it is spoken. */
function romanWord(word: string): string {
  let roman = "";
  for (let at = 0; at < word.length; at++) {
    const letter = word[at]!;
    const vowel = VOWELS[letter];
    if (vowel !== undefined) {
      roman += vowel;
      continue;
    }
    const consonant = CONSONANTS[letter];
    if (consonant !== undefined) {
      const nukta = word[at + 1] === NUKTA;
      if (nukta) at++;
      roman += nukta ? (WITH_NUKTA[letter] ?? consonant) : consonant;
      const next = word[at + 1] ?? "";
      if (SIGNS[next] !== undefined) {
        roman += SIGNS[next];
        at++;
      } else if (next === VIRAMA) at++;
      else roman += "A";
      continue;
    }
    if (NASALS.includes(letter)) roman += /^[पफबभम]/.test(word.slice(at + 1)) ? "m" : "n";
    else if (letter === VISARGA) roman += "h";
  }
  return spoken(roman);
}

const UNSPOKEN = /([aeiouA][^aeiouA]{1,3})A(?=[^aeiouA]{1,2}[aeiou])/;

/** Leaves unspoken vowels out: "rAvi" is ravi, "chAlAna" chalna. */
function spoken(roman: string): string {
  let word = roman.length > 2 ? roman.replace(/A$/, "") : roman;
  for (let round = 0; round < 4; round++) {
    const shorter = word.replace(UNSPOKEN, "$1");
    if (shorter === word) break;
    word = shorter;
  }
  return word.replaceAll("A", "a");
}
