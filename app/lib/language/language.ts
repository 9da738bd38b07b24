import { uiTexts } from "#texts/ui.ts";
import { isLanguage, type Language, preferredLanguage } from "#workers/contract/language.ts";

/** A cookie, since the server writes a document in the language before any script runs, also before sign-in. */
const COOKIE = "language";
/** Where a document was loaded anew in vain, it would be again. */
const TRIED = "languageTried";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The language in which a browser wants its documents; undefined when it has never been chosen there. */
export function chosenLanguage(cookies: string | null): Language | undefined {
  const kept = (cookies ?? "").split(/;\s*/).find((each) => each.startsWith(`${COOKIE}=`));
  const value = kept?.slice(COOKIE.length + 1);
  return isLanguage(value) ? value : undefined;
}

/** Pages of an enterprise's customers, who have chosen no language anywhere: a form, and their end of a video call. */
const CUSTOMERS = /^\/(f|call)\/[^/]+\/?$/;

/** The language in which a document is written: the chosen one, else on customers' pages the one that the browser asks for. */
export function documentLanguage({ url, headers }: Pick<Request, "url" | "headers">): Language {
  const chosen = chosenLanguage(headers.get("cookie"));
  if (chosen) return chosen;
  return CUSTOMERS.test(new URL(url).pathname) ? preferredLanguage(headers.get("accept-language")) : "en";
}

/** The language of this document, which stays the same until it is loaded anew. */
export const pageLanguage = (): Language => {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : "en";
};

/**
 * Keeps the language for this browser's documents, and loads this one anew unless it is in it already; tells whether it
 * does. A frame of another site may keep no cookies: the console stays in its language there.
 */
export function speak(language: Language): boolean {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing in Firefox ESR.
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  if (language === pageLanguage()) {
    sessionStorage.removeItem(TRIED);
    return false;
  }
  if (chosenLanguage(document.cookie) !== language || sessionStorage.getItem(TRIED) === language)
    return false;
  sessionStorage.setItem(TRIED, language);
  location.reload();
  return true;
}

/**
 * A locale for numbers and dates: that of the document's language. `english` is the form that a place has in English,
 * such as en-GB where the day comes before the month.
 */
export const pageLocale = (english = "en"): string => (uiTexts.locale === "en" ? english : uiTexts.locale);
