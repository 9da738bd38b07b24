import { parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * Converts a number as people write it to E.164: with +, with 00, or with the country code alone ("country code
 * followed by the number"). Undefined for a number that cannot be dialled.
 */
export function phoneOf(typed: string): string | undefined {
  const text = typed.normalize("NFKC").trim();
  if (text === "" || text.length > 60) return undefined;
  const number = parsePhoneNumberFromString(withPlus(text));
  return number?.isPossible() && !number.ext ? number.number : undefined;
}

function withPlus(text: string): string {
  if (text.startsWith("+")) return text;
  const bare = text.replace(/^[(\s]+/, "");
  return bare.startsWith("00") ? `+${bare.slice(2)}` : `+${bare}`;
}
