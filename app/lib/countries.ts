import { pageLocale } from "#app/lib/language/language.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { countries } from "#workers/contract/countries.ts";
import { countryOfZone } from "#workers/contract/zone-countries.ts";

/** The countries to choose from, by name; first the choice of none. */
export function countryChoices(none: string): { value: string; label: string }[] {
  const known = countries.map((value) => ({ value, label: countryName(value) }));
  return [
    { value: "", label: none },
    ...known.sort((one, other) => one.label.localeCompare(other.label, pageLocale())),
  ];
}

let names: Intl.DisplayNames | undefined;
/** A country's name by its two letters. */
export const countryName = (code: string): string =>
  (names ??= new Intl.DisplayNames(pageLocale(), { type: "region" })).of(code) ?? code;

/** The country of the reader's time zone; their language says less about where they are. */
export const countryHere = (): string => countryOfZone(readerZone());
