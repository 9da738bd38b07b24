import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js";
import { COUNTRY_PREFIX } from "#workers/contract/prices.ts";
import { MAIN } from "../messaging/quiet-numbers.ts";

const NORTH_AMERICA = "1";
/** Digits behind a North American area that make a number of its own kind. */
const SOME_NUMBER = "2345678";
/** Russia shares its code with Kazakhstan, whose numbers begin with these. */
const KAZAKHSTAN = /^7[67]/;

/** The main country of each calling code; made once. */
let mains: ReadonlyMap<string, CountryCode> | undefined;
const mainsByCode = (): ReadonlyMap<string, CountryCode> =>
  (mains ??= new Map(
    getCountries().flatMap((country) => {
      const code = getCountryCallingCode(country);
      return (MAIN[code] ?? country) === country ? [[code, country] as const] : [];
    }),
  ));

const known = new Map<string, string | null>();

/** A number's country (ISO 3166-1) by its first digits, as vendors charge for it; null for what is no number in E.164. */
export function countryOf(address: string): string | null {
  const prefix = address.slice(0, COUNTRY_PREFIX);
  const before = known.get(prefix);
  if (before !== undefined) return before;
  const country = /^\+\d{4}$/.test(prefix) ? countryBy(prefix.slice(1)) : null;
  // A table of all there can be is small; anything else that comes is not kept.
  if (country !== null) known.set(prefix, country);
  return country;
}

function countryBy(digits: string): string | null {
  if (digits.startsWith(NORTH_AMERICA))
    return parsePhoneNumberFromString(`+${digits}${SOME_NUMBER}`)?.country ?? "US";
  if (KAZAKHSTAN.test(digits)) return "KZ";
  const codes = [1, 2, 3].map((length) => digits.slice(0, length));
  return codes.map((code) => mainsByCode().get(code)).find((country) => country !== undefined) ?? null;
}
