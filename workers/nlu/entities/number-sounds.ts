import { romanised } from "../hindi/roman.ts";
import { HINDI_SMALL, HUNDRED, SCALES, SPOKEN_BEFORE } from "./number-words.ts";

/**
 * Hindi numbers in Latin letters by their sound, since everybody spells them otherwise: pachees, pachchis and pachiis are
 * पच्चीस. Vowels count (पचास is 50), their length does not, nor do doubles, nasals before a consonant and a last h.
 */
const soundOf = (word: string): string =>
  word
    .replace(/w/g, "v")
    .replace(/q/g, "k")
    .replace(/ee|ii/g, "i")
    .replace(/oo|uu/g, "u")
    .replace(/a{2,}/g, "a")
    .replace(/chch|cch|chh/g, "ch")
    .replace(/ayi/g, "ai")
    .replace(/ai|ae|ei|ey/g, "e")
    .replace(/au|ou/g, "o")
    .replace(/([bdgjklmnprstvyz])\1+/g, "$1")
    .replace(/n(?=[bcdfgjklmpstvz])/g, "")
    .replace(/h$/, "");

/** A word without one of its short vowels, which many leave out (tirapan, tirpan), or without an h between two (satahattar). */
const shortened = (word: string): string[] => [
  ...[...word.matchAll(/(?<=[^aeiou])a(?=[^aeiou])/g)].map(
    ({ index }) => word.slice(0, index) + word.slice(index + 1),
  ),
  word.replace("aha", "a"),
];

/** Numbers from 11 to 99; below, nearly every sound is another word's as well. */
const LEAST = 11;

/** Sounds that two numbers share say neither. */
const BY_SOUND: ReadonlyMap<string, number> = (() => {
  const values = new Map<string, number | undefined>();
  const add = (word: string, value: number): void => {
    const sound = soundOf(word);
    values.set(sound, values.has(sound) && values.get(sound) !== value ? undefined : value);
  };
  // ड़ is written d or r.
  const words = HINDI_SMALL.flatMap(([word, value]) =>
    value < LEAST
      ? []
      : [word, word.normalize("NFD").replace(/ड(?=\u093c)/gu, "र")].map(
          (each) => [romanised(each), value] as const,
        ),
  );
  for (const [word, value] of words) add(word, value);
  const whole = new Set(values.keys());
  for (const [word, value] of words) {
    for (const short of shortened(word)) if (!whole.has(soundOf(short))) add(short, value);
  }
  return new Map([...values].filter((each): each is [string, number] => each[1] !== undefined));
})();

/** Words and names that sound like a number: "babe", "tera" (yours), "bara" (large). */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  "athens stains settins unsee stassi star soul saul brah baar babe babes babey bins tens teens tins bees tees tees sat tis bis bish chavan chawan chavhan navasi nawasi".split(
    " ",
  ),
);
/** How long a word must be to be a number for its sound, by how sure what is behind it makes it. */
const LEAST_LETTERS = { scale: 4, unit: 5, hindi: 6 } as const;
const MOST_LETTERS = 14;

const heard = new Map<string, number | undefined>();
const MOST_HEARD = 2_000;

/** The number that a word in Latin letters sounds like: in front of a scale or a unit, or in a Hindi sentence. */
export function heardNumber(word: string, next: string, inHindi: () => boolean): number | undefined {
  if (word.length < LEAST_LETTERS.scale || word.length > MOST_LETTERS || OTHER_WORDS.has(word))
    return undefined;
  if (!heard.has(word)) {
    if (heard.size >= MOST_HEARD) heard.clear();
    heard.set(word, /^[a-z]+$/.test(word) ? BY_SOUND.get(soundOf(word)) : undefined);
  }
  const value = heard.get(word);
  if (value === undefined) return undefined;
  if (HUNDRED.has(next) || SCALES.has(next)) return value;
  if (SPOKEN_BEFORE.has(next)) return word.length >= LEAST_LETTERS.unit ? value : undefined;
  return word.length >= LEAST_LETTERS.hindi && inHindi() ? value : undefined;
}
