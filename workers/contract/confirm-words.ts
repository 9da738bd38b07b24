import { stopWords } from "./stop-words.ts";
import { folded } from "./who-speaks.ts";

/** Words that confirm a wish for offers, by language; each is a whole message. */
const YES: Readonly<Record<string, readonly string[]>> = {
  en: ["yes", "y", "yes please", "confirm", "i confirm"],
  hi: ["हाँ", "हां", "जी हाँ", "जी हां", "haan", "han", "ha", "ji haan"],
  es: ["sí", "confirmo"],
  pt: ["sim"],
  fr: ["oui", "je confirme"],
  de: ["ja", "bestätigen", "ich bestätige"],
  it: ["sì", "confermo"],
  id: ["ya", "iya"],
  ar: ["نعم", "أؤكد"],
  ru: ["да"],
  tr: ["evet"],
  ja: ["はい"],
  ko: ["네", "예"],
  zh: ["是", "是的", "确认"],
};
const all: ReadonlySet<string> = new Set(Object.values(YES).flatMap((words) => words.map(folded)));

export const isYes = (text: string): boolean => all.has(folded(text));

/** The language of a start or stop word; English for one that is of none. */
export function languageOf(word: string): string {
  const said = folded(word);
  const [language] =
    Object.entries(stopWords).find(([, { start, stop, unlessAsked }]) =>
      [...start, ...stop, ...unlessAsked.start, ...unlessAsked.stop].some((each) => folded(each) === said),
    ) ?? [];
  return language ?? "en";
}
