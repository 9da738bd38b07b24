import { countries } from "#workers/contract/countries.ts";
import { countryOfZone } from "#workers/contract/zone-countries.ts";

/** The countries to choose from, by name; first the choice of none. */
export function countryChoices(none: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const known = countries.map((value) => ({ value, label: names.of(value) ?? value }));
  return [
    { value: "", label: none },
    ...known.sort((one, other) => one.label.localeCompare(other.label, "en")),
  ];
}

/** The country of the reader's time zone; their language says less about where they are. */
export const countryHere = (): string => countryOfZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
