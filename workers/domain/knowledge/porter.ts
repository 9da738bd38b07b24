/**
 * Porter's stemmer (M. F. Porter 1980, "An algorithm for suffix stripping"), as the search index applies it: what is
 * one word to the index must be one word when a passage is judged.
 */

const isConsonant = (word: string, at: number): boolean => {
  const letter = word.charAt(at);
  if ("aeiou".includes(letter)) return false;
  return letter !== "y" || at === 0 || !isConsonant(word, at - 1);
};

/** How often a run of vowels is followed by a run of consonants: the paper's m. */
function measure(word: string): number {
  let runs = 0;
  for (let at = 1; at < word.length; at++) {
    if (isConsonant(word, at) && !isConsonant(word, at - 1)) runs++;
  }
  return runs;
}

const hasVowel = (word: string): boolean => [...word].some((_, at) => !isConsonant(word, at));
const endsDouble = (word: string): boolean =>
  word.length > 1 && word.at(-1) === word.at(-2) && isConsonant(word, word.length - 1);
/** Consonant, vowel, consonant other than w, x and y: the paper's *o. */
const endsShort = (word: string): boolean => {
  const last = word.length - 1;
  return (
    last >= 2 &&
    isConsonant(word, last) &&
    !isConsonant(word, last - 1) &&
    isConsonant(word, last - 2) &&
    !"wxy".includes(word.charAt(last))
  );
};

const STEP_2: [ending: string, instead: string][] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["logi", "log"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
];
const STEP_3: [ending: string, instead: string][] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];
const STEP_4 = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split(" ");

/** The longest ending of the table that fits is the only one tried. */
function replaced(word: string, table: readonly [string, string][]): string {
  const [ending, instead] =
    table.filter(([each]) => word.endsWith(each)).toSorted(([a], [b]) => b.length - a.length)[0] ?? [];
  if (ending === undefined || instead === undefined) return word;
  const stem = word.slice(0, -ending.length);
  return measure(stem) > 0 ? stem + instead : word;
}

function step1(given: string): string {
  let word = given;
  if (word.endsWith("sses") || word.endsWith("ies")) word = word.slice(0, -2);
  else if (word.endsWith("s") && !word.endsWith("ss")) word = word.slice(0, -1);

  if (word.endsWith("eed")) {
    if (measure(word.slice(0, -3)) > 0) word = word.slice(0, -1);
  } else {
    const cut = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
    if (cut > 0 && hasVowel(word.slice(0, -cut))) {
      word = word.slice(0, -cut);
      if (/(?:at|bl|iz)$/.test(word)) word += "e";
      else if (endsDouble(word) && !/[lsz]$/.test(word)) word = word.slice(0, -1);
      else if (measure(word) === 1 && endsShort(word)) word += "e";
    }
  }
  return word.endsWith("y") && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

function step4(word: string): string {
  const ending = STEP_4.filter((each) => word.endsWith(each)).toSorted((a, b) => b.length - a.length)[0];
  if (ending === undefined) return word;
  const stem = word.slice(0, -ending.length);
  if (measure(stem) <= 1 || (ending === "ion" && !/[st]$/.test(stem))) return word;
  return stem;
}

function step5(given: string): string {
  let word = given;
  if (word.endsWith("e")) {
    const stem = word.slice(0, -1);
    if (measure(stem) > 1 || (measure(stem) === 1 && !endsShort(stem))) word = stem;
  }
  return word.endsWith("ll") && measure(word) > 1 ? word.slice(0, -1) : word;
}

/** The stem of an English word in lower case; words of one or two letters and of other alphabets stay. */
export function porter(word: string): string {
  if (word.length <= 2 || !/^[a-z]+$/.test(word)) return word;
  return step5(step4(replaced(replaced(step1(word), STEP_2), STEP_3)));
}
