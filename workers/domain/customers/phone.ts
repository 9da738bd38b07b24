import { parsePhoneNumberFromString, validatePhoneNumberLength } from "libphonenumber-js";
import { customersTexts } from "#texts/customers.ts";

/**
 * Converts a number as people write it to E.164: with +, with 00, or with the country code alone ("country code
 * followed by the number"). Undefined for a number that cannot be dialled.
 */
export function phoneOf(typed: string): string | undefined {
  const text = typed.normalize("NFKC").trim();
  if (text === "" || text.length > 60) return undefined;
  const number = parsePhoneNumberFromString(withPlus(text));
  return number?.isValid() && !number.ext ? number.number : undefined;
}

/** Says why `phoneOf` takes a number for none. */
export function phoneProblem(typed: string): string {
  const text = typed.length > 60 ? "" : withPlus(typed.normalize("NFKC").trim());
  const number = parsePhoneNumberFromString(text);
  const why = number && !number.ext ? (validatePhoneNumberLength(text) ?? "INVALID") : "NOT_A_NUMBER";
  return customersTexts.phoneProblem(why, number?.countryCallingCode);
}

function withPlus(text: string): string {
  if (text.startsWith("+")) return text;
  const bare = text.replace(/^[(\s]+/, "");
  return bare.startsWith("00") ? `+${bare.slice(2)}` : `+${bare}`;
}
