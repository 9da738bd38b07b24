import type { FieldValues } from "#db/tenant/customers.ts";
import { nameKey } from "#workers/contract/fields.ts";

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

/** Builds the searched text, in lower case, one part per line. `fieldIds` are the searched fields. */
export function searchTextOf(customer: Searched, fieldIds: readonly string[]): string {
  const { name, phone, whatsapp, facebookId, instaId, twitterId, data } = customer;
  return [name, phone, whatsapp, facebookId, instaId, twitterId, ...fieldIds.map((id) => data[id] ?? "")]
    .map(nameKey)
    .filter((part) => part !== "")
    .join("\n")
    .slice(0, LONGEST);
}
