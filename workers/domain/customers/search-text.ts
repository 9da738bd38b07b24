import type { FieldValues } from "#db/tenant/customers.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { hasDevanagari, latinSpellings, romanised } from "#workers/nlu/hindi/roman.ts";

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

/** A searched word as it may be stored: दीपक is found as dipak and as deepak too. */
export const spellingsOf = (word: string): readonly string[] =>
  hasDevanagari(word) ? [word, ...latinSpellings(word)] : [word];

/** A name in Devanagari as people may look for it in Latin letters, each of its words in each spelling. */
const spelled = (name: string): string[] =>
  hasDevanagari(name) ? [[...new Set(name.split(" ").flatMap(latinSpellings))].join(" ")] : [];

/**
 * Builds the searched text, in lower case, one part per line, what is in Devanagari a second time in Latin letters: a name
 * right behind itself, since a long text is cut. `fieldIds` are the searched fields.
 */
export function searchTextOf(customer: Searched, fieldIds: readonly string[]): string {
  const { name, phone, whatsapp, facebookId, instaId, twitterId, data } = customer;
  const key = nameKey(name);
  const parts = key === "" ? [] : [key, ...spelled(key)];
  const add = (part: string): void => {
    // A part that is there is found already: many have the number of their phone in WhatsApp, too.
    if (part !== "" && !parts.includes(part)) parts.push(part);
  };
  const given = parts.length;
  for (const value of [phone, whatsapp, facebookId, instaId, twitterId]) add(nameKey(value));
  for (const id of fieldIds) add(nameKey(data[id] ?? ""));
  for (const part of parts.slice(given)) if (hasDevanagari(part)) add(romanised(part));
  return parts.join("\n").slice(0, LONGEST);
}
