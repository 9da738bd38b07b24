import { pageLocale } from "#app/lib/language/language.ts";
import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from "libphonenumber-js";
import type { CountryCode, PhoneNumber } from "libphonenumber-js";
import { customersTexts } from "#texts/customers.ts";

/** Phone number rules of all countries. The module is 150 kB, so the form loads it on demand (`use-phones.ts`). */

export interface Country {
  code: string;
  name: string;
  calling: string;
}

/** A number with its country; `problem` says why it cannot be dialled. */
export type ReadPhone = { country: string | undefined } & (
  | { shown: string; problem?: undefined }
  | { shown?: undefined; problem: string }
);

export interface Phones {
  countries: readonly Country[];
  read: (typed: string, country: string) => ReadPhone;
  /** The number as typed, with the dialling code of its country in front. */
  withCode: (typed: string, country: string) => string;
}

const names = new Intl.DisplayNames([pageLocale()], { type: "region" });
const known = new Set<string>(getCountries());
const countryOf = (code: string): CountryCode | undefined =>
  known.has(code) ? (code as CountryCode) : undefined;

const textOf = (typed: string): string => typed.normalize("NFKC").trim().replace(/^00/, "+");

const parsed = (typed: string, country: string): PhoneNumber | undefined =>
  typed.length > 60 ? undefined : parsePhoneNumberFromString(textOf(typed), countryOf(country));

export const phones: Phones = {
  countries: getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, calling: `+${getCountryCallingCode(code)}` }))
    .sort((one, other) => one.name.localeCompare(other.name, pageLocale())),
  read(typed, country) {
    const number = parsed(typed, country);
    if (number?.isValid() && !number.ext) {
      return { shown: number.formatInternational(), country: number.country };
    }
    const why = validatePhoneNumberLength(textOf(typed), countryOf(country));
    return {
      problem: customersTexts.phoneProblem(
        number && !number.ext ? (why ?? "INVALID") : "NOT_A_NUMBER",
        number?.countryCallingCode,
      ),
      country: number?.country,
    };
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
