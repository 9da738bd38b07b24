import { pageLocale } from "#app/lib/language/language.ts";
import { templateLanguages } from "#workers/contract/templates/languages.ts";

const names = new Intl.DisplayNames([pageLocale()], { type: "language" });

/** "pt_BR" as "Brazilian Portuguese". */
export function languageName(language: string): string {
  try {
    return names.of(language.replace("_", "-")) ?? language;
  } catch {
    return language;
  }
}

export const languageChoices = templateLanguages
  .map((value) => ({ value, label: languageName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
