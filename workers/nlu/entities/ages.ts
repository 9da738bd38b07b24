import type { NumberAt } from "./number-parts.ts";
import { fold, type Found, type Token } from "./tokens.ts";
import { type DurationAt, Phrases, SECONDS, spanOf } from "./units.ts";

const OLD = new Phrases([["old/of age/पुराना/पुराने/पुरानी/की उम्र/की आयु/की अवस्था/का/की/के", true]]);
/** "3 दिन के बाद", "2 साल की वारंटी": how long, not how old. */
const NOT_OLD = new Set(
  "बाद पहले लिए लिये अंदर भीतर बीच दौरान ऊपर वारंटी गारंटी प्लान रिचार्ज पैक लोन समय छुट्टी किराया वैलिडिटी सब्सक्रिप्शन ट्रायल कोर्स अनुभव"
    .split(" ")
    .map(fold),
);
const AGED = new Phrases([["aged/age/उम्र/आयु/age of/age is", true]]);

/** "30 years old", "25-year-old", "aged 40", "पांच साल का". */
export function findAges(
  tokens: readonly Token[],
  numbers: readonly NumberAt[],
  durations: readonly DurationAt[],
): Found[] {
  const found: Found[] = [];
  for (const { from, to, seconds } of durations) {
    let end = to;
    if (tokens[end]?.text === "-") end++;
    const old = seconds >= SECONDS.day ? OLD.at(tokens, end) : undefined;
    if (old && !NOT_OLD.has(tokens[old.to]?.text ?? "")) {
      // "साल का था": the verb belongs to the saying of an age.
      found.push(spanOf(tokens, from, old.to, ageText(seconds), { years: yearsOf(seconds) }));
    }
  }
  for (const [at, token] of tokens.entries()) {
    const aged = token.kind === "word" ? AGED.at(tokens, at) : undefined;
    const number = aged && numbers.find(({ from }) => from === aged.to || from === aged.to + 1);
    if (number && number.value > 0 && number.value < 150 && Number.isInteger(number.value)) {
      found.push(spanOf(tokens, number.from, number.to, String(number.value), { years: number.value }));
    }
  }
  return found;
}

const yearsOf = (seconds: number): number => Number((seconds / SECONDS.year).toFixed(2));
const ageText = (seconds: number): string =>
  seconds % SECONDS.year === 0 ? String(seconds / SECONDS.year) : String(yearsOf(seconds));
