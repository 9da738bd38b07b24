/**
 * A light stemmer that only brings a word's forms together. English follows the S-stemmer (Harman 1991, "How effective
 * is suffixing?") with -ing and -ed on top; Hindi cuts the longest inflection in Ramanathan & Rao 2003's list.
 */

const LATIN = /^[\p{Script=Latin}\p{M}']+$/u;
const VOWEL = /[aeiouy]/u;
const DEVANAGARI = /\p{Script=Devanagari}/u;
const DIACRITICS = /\p{M}+/gu;

const HINDI_ENDINGS = [
  "ाइयों",
  "ाइयां",
  "ियों",
  "ियां",
  "ाओं",
  "ाएं",
  "ुओं",
  "ुएं",
  "ूंगा",
  "ूंगी",
  "ेंगे",
  "ेंगी",
  "ाकर",
  "ाया",
  "ाये",
  "ाना",
  "ाने",
  "ानी",
  "ाता",
  "ाते",
  "ाती",
  "ेगा",
  "ेगी",
  "ोगे",
  "ोगी",
  "कर",
  "ना",
  "ने",
  "नी",
  "ता",
  "ते",
  "ती",
  "ों",
  "ें",
  "ां",
  "ीं",
  "ाई",
  "ाए",
  "ा",
  "ि",
  "ी",
  "ु",
  "ू",
  "े",
  "ै",
  "ो",
  "ौ",
].toSorted((a, b) => b.length - a.length);

export function stem(token: string): string {
  if (/^[a-z']+$/.test(token)) return stemEnglish(token);
  if (DEVANAGARI.test(token)) return stemHindi(token);
  // Users of a phone keyboard leave accents out, so the stem has none; in other scripts marks are letters.
  if (LATIN.test(token)) return stemEnglish(token.normalize("NFD").replace(DIACRITICS, ""));
  return token;
}

function stemEnglish(token: string): string {
  let word = token.endsWith("'s") ? token.slice(0, -2) : token.replaceAll("'", "");
  if (word.length <= 3) return word;
  if (word.endsWith("ies") && word.length > 4) word = `${word.slice(0, -3)}y`;
  else if (/(?:ss|x|ch|sh|z)es$/.test(word)) word = word.slice(0, -2);
  else if (word.endsWith("s") && !/[su]s$|is$/.test(word)) word = word.slice(0, -1);
  const cut = word.endsWith("ing") ? 3 : word.endsWith("ed") ? 2 : 0;
  if (cut > 0 && word.length - cut >= 3 && VOWEL.test(word.slice(0, -cut))) {
    word = word.slice(0, -cut);
    if (/([bdgmnprt])\1$/.test(word)) word = word.slice(0, -1);
  }
  if (word.length > 3 && word.endsWith("e")) word = word.slice(0, -1);
  return word.length > 2 && word.endsWith("y") ? `${word.slice(0, -1)}i` : word;
}

function stemHindi(token: string): string {
  // Chandrabindu and anusvara are used for one another; the nukta is often left out.
  const word = token.replaceAll("\u0901", "\u0902").replaceAll("\u093c", "");
  for (const ending of HINDI_ENDINGS) {
    if (word.length - ending.length >= 2 && word.endsWith(ending)) return word.slice(0, -ending.length);
  }
  return word;
}
