import type { z } from "zod";
import { preferredLanguage, type Language } from "#workers/contract/language.ts";
import { payloadSaid } from "./payload.ts";
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

/** Undefined for who is answered in English. */
function dictionaryFor(header: string | undefined): Promise<Dictionary> | undefined {
  const language = preferredLanguage(header);
  if (language === "en") return undefined;
  if (!dictionaries.has(language)) dictionaries.set(language, dictionaryIn(language));
  return dictionaries.get(language);
}

/** The words of an answer: its message, and its reasons by field. */
interface AnswerWords {
  message?: string | undefined;
  errors?: Record<string, string> | undefined;
}

/**
 * Says an answer in the language that a request asks for (`Accept-Language`). Rules, stored texts and the log stay
 * English: only what leaves is translated, so that no text in another language is ever stored or compared.
 */
export async function inLanguageOf<S extends AnswerWords>(header: string | undefined, said: S): Promise<S> {
  if (!said.message && !said.errors) return said;
  const dictionary = await dictionaryFor(header);
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

/** The same for what an answer carries: those fields of a payload that the contract calls said. */
export async function payloadInLanguageOf<Payload>(
  header: string | undefined,
  schema: z.ZodType,
  payload: Payload,
): Promise<Payload> {
  const dictionary = await dictionaryFor(header);
  if (!dictionary) return payload;
  return payloadSaid(schema, payload, (sentence) => lookUp(dictionary, sentence)) as Payload;
}
