import { parsePhoneNumberFromString, validatePhoneNumberLength } from "libphonenumber-js";
import { customersTexts } from "#texts/customers.ts";
import { isPlainNumber } from "./plain-phone.ts";

/**
 * Converts a number as people write it to E.164: with +, with 00, or with the country code alone ("country code
 * followed by the number"). Undefined for a number that cannot be dialled.
 */
export function phoneOf(typed: string): string | undefined {
  const text = withPlus(typed);
  if (isPlainNumber(text)) return text;
  const number = parsePhoneNumberFromString(text);
  return number?.isValid() && !number.ext ? number.number : undefined;
}

/** Says why `phoneOf` takes a number for none. */
export function phoneProblem(typed: string): string {
  const text = withPlus(typed);
  const number = parsePhoneNumberFromString(text);
  const why = number && !number.ext ? (validatePhoneNumberLength(text) ?? "INVALID") : "NOT_A_NUMBER";
  return customersTexts.phoneProblem(why, number?.countryCallingCode);
}

/** The number with its plus; nothing if the text is longer than any number. */
function withPlus(typed: string): string {
  const text = typed.normalize("NFKC").trim();
  if (text.length > 60) return "";
  if (text.startsWith("+")) return text;
  const bare = text.replace(/^[(\s]+/, "");
  return bare.startsWith("00") ? `+${bare.slice(2)}` : `+${bare}`;
}

/** A number of E.164 as people read it, in the groups of its country. */
export const readablePhone = (phone: string): string =>
  parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
