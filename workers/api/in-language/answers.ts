import { preferredLanguage, type Language } from "#workers/contract/language.ts";
import { dictionaryOf, lookUp, type Catalog, type Dictionary } from "./dictionary.ts";

/** Loaded when somebody first asks for a language. */
const TEXTS: Record<Exclude<Language, "en">, () => Promise<Catalog>> = {
  hi: () => import("#texts/hi/index.ts"),
};

const dictionaries = new Map<Language, Promise<Dictionary>>();

async function dictionaryIn(language: Exclude<Language, "en">): Promise<Dictionary> {
  const [english, other] = await Promise.all([import("#texts/index.ts"), TEXTS[language]()]);
  return dictionaryOf(english, other);
}

/** The words of an answer: its message, and its reasons by field. */
interface Said {
  message?: string | undefined;
  errors?: Record<string, string> | undefined;
}

/**
 * Says an answer in the language that a request asks for (`Accept-Language`). Rules, stored texts and the log stay
 * English: only what leaves is translated, so that no text in another language is ever stored or compared.
 */
export async function inLanguageOf<S extends Said>(header: string | undefined, said: S): Promise<S> {
  const language = preferredLanguage(header);
  if (language === "en" || (!said.message && !said.errors)) return said;
  if (!dictionaries.has(language)) dictionaries.set(language, dictionaryIn(language));
  const dictionary = await dictionaries.get(language);
  if (!dictionary) return said;
  const { message, errors } = said;
  return {
    ...said,
    ...(message !== undefined && { message: lookUp(dictionary, message) }),
    ...(errors && {
      errors: Object.fromEntries(
        Object.entries(errors).map(([field, reason]) => [field, lookUp(dictionary, reason)]),
      ),
    }),
  };
}
