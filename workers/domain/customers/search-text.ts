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

/** How much of a customer the search looks through: the index holds every three letters of it. */
const LONGEST = 2_000;

/** All that the search looks through, in lower case, a part a line. `fieldIds` are the fields that say so. */
export function searchTextOf(customer: Searched, fieldIds: readonly string[]): string {
  const { name, phone, whatsapp, facebookId, instaId, twitterId, data } = customer;
  return [name, phone, whatsapp, facebookId, instaId, twitterId, ...fieldIds.map((id) => data[id] ?? "")]
    .map(nameKey)
    .filter((part) => part !== "")
    .join("\n")
    .slice(0, LONGEST);
}
