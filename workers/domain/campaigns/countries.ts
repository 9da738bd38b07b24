import { getCountries, getCountryCallingCode } from "libphonenumber-js";
import type { countryCodes as contract } from "#workers/contract/endpoints/campaigns.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

/** Countries with their calling codes, by their English names. */
export function countryCodes(): ReplyOf<typeof contract> {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const countries = getCountries().map((code) => ({
    code,
    name: names.of(code) ?? code,
    calling: `+${getCountryCallingCode(code)}`,
  }));
  return { countries: countries.toSorted((a, b) => a.name.localeCompare(b.name)) };
}
