import { useSyncExternalStore } from "react";
import { pageLanguage, speak } from "#app/lib/language/language.ts";
import { shellTexts } from "#texts/shell.ts";
import { isLanguage, languages } from "#workers/contract/language.ts";

const never = () => () => {};

/** The languages of the pages before sign-in, each by its own name; the page is loaded anew in the one that is chosen. */
export function LanguageSwitch() {
  const now = useSyncExternalStore(never, pageLanguage, () => undefined);
  return (
    <nav aria-label={shellTexts.language}>
      <ul className="flex gap-3">
        {Object.entries(languages).map(([language, name]) => (
          <li key={language} lang={language}>
            <button
              type="button"
              aria-current={language === now ? "true" : undefined}
              // A press before the page is hydrated would do nothing.
              disabled={now === undefined}
              className="min-h-6 rounded px-1 text-sm text-muted underline-offset-4 hover:underline aria-current:font-semibold aria-current:text-ink pointer-coarse:min-h-11"
              onClick={() => isLanguage(language) && speak(language)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
