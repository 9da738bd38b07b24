import type { FieldValues } from "#db/tenant/customers.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { hasDevanagari, romanised } from "#workers/nlu/hindi/roman.ts";

interface Searched {
  name: string;
  phone: string;
  whatsapp: string;
  facebookId: string;
  instaId: string;
  twitterId: string;
  data: FieldValues;
}

/** Limit on the searched text of a customer, in characters: the index stores every trigram of it. */
const LONGEST = 2_000;

/** A searched word in each script that it may be stored in: रवि is found as ravi too. */
export const spellingsOf = (word: string): readonly string[] =>
  hasDevanagari(word) ? [word, romanised(word)] : [word];

/**
 * Builds the searched text, in lower case, one part per line, what is in Devanagari a second time in Latin letters.
 * `fieldIds` are the searched fields.
 */
export function searchTextOf(customer: Searched, fieldIds: readonly string[]): string {
  const { name, phone, whatsapp, facebookId, instaId, twitterId, data } = customer;
  const parts = [
    name,
    phone,
    whatsapp,
    facebookId,
    instaId,
    twitterId,
    ...fieldIds.map((id) => data[id] ?? ""),
  ]
    .map(nameKey)
    .filter((part) => part !== "");
  const text = parts.join("\n");
  const spelled = hasDevanagari(text)
    ? [text, ...parts.filter(hasDevanagari).map(romanised)].join("\n")
    : text;
  return spelled.slice(0, LONGEST);
}
