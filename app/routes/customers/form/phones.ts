import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from "libphonenumber-js";
import type { CountryCode, PhoneNumber } from "libphonenumber-js";

/** Phone number rules of all countries. The module is 150 kB, so the form loads it on demand (`use-phones.ts`). */

export interface Country {
  code: string;
  name: string;
  calling: string;
}

export interface Phones {
  countries: readonly Country[];
  /** Parses a number, with its country; undefined when it cannot be dialled. */
  read: (typed: string, country: string) => { shown: string; country: string | undefined } | undefined;
  /** The number as typed, with the dialling code of its country in front. */
  withCode: (typed: string, country: string) => string;
}

const names = new Intl.DisplayNames(["en"], { type: "region" });
const known = new Set<string>(getCountries());
const countryOf = (code: string): CountryCode | undefined =>
  known.has(code) ? (code as CountryCode) : undefined;

function parsed(typed: string, country: string): PhoneNumber | undefined {
  const text = typed.normalize("NFKC").trim();
  if (text.length > 60) return undefined;
  const number = parsePhoneNumberFromString(text.replace(/^00/, "+"), countryOf(country));
  return number?.isPossible() && !number.ext ? number : undefined;
}

export const phones: Phones = {
  countries: getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, calling: `+${getCountryCallingCode(code)}` }))
    .sort((one, other) => one.name.localeCompare(other.name, "en")),
  read(typed, country) {
    const number = parsed(typed, country);
    return number && { shown: number.formatInternational(), country: number.country };
  },
  withCode(typed, country) {
    const text = typed.trim();
    const code = countryOf(country);
    if (text === "" || text.startsWith("+") || text.startsWith("00") || !code) return typed;
    const whole = `+${getCountryCallingCode(code)} ${text}`;
    const meant = parsed(text, country);
    // A national trunk prefix (leading 0) does not belong after the dialling code.
    if (!meant || parsed(whole, "")?.number === meant.number) return whole;
    return meant.formatInternational();
  },
};
