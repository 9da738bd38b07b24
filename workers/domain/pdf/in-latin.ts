import { billingTexts } from "#texts/billing.ts";
import { hasDevanagari, romanised } from "#workers/nlu/hindi/roman.ts";

/** The letters of the fonts that every reader has (Windows-1252, as far as `pdf.ts` writes it), and the drawn rupee sign. */
const PRINTABLE = /[\n\x20-\x7E\u00A0-\u00FF\u2013\u2014\u2018\u2019\u201C\u201D\u20AC₹]/u;
/** Latin letters that no accent sets apart from a printable one, and signs. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ Œ: "OE", œ: "oe", Ł: "L", ł: "l", Đ: "D", đ: "d", ı: "i", ẞ: "ß", "…": "...", "•": "-" },
  ...{ "‚": ",", "„": '"', "−": "-", "‐": "-", "‑": "-", "।": ".", "॥": ".", "\t": " " },
};
/** Marks that join or part letters and are seen by nobody. */
const UNSEEN = /[\u200b-\u200f\u2060\ufeff]/gu;
const ACCENTS = /\p{M}/gu;
const DIGIT = /[०-९]/gu;
/** Letters of another script, with the spaces and signs between them. */
const OTHERS = /\uFFFD(?:[\s\uFFFD.,-]*\uFFFD)?/gu;

/**
 * A text in letters that a PDF can print: Devanagari as people type it in Latin letters, Latin letters without the accents
 * that are missing, and a sentence in place of what is in any other script. Never a question mark or a box.
 */
export function inLatin(text: string): string {
  const roman = hasDevanagari(text) ? namedInLatin(text.replace(UNSEEN, "")) : text.replace(UNSEEN, "");
  return [...roman.normalize("NFC")].map(printed).join("").replace(OTHERS, billingTexts.pdf.otherScript);
}

/** Names begin with a capital, which Devanagari has not. */
const namedInLatin = (text: string): string =>
  text
    .replace(DIGIT, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .split(/(\s+)/)
    .map((word) => {
      if (!hasDevanagari(word)) return word;
      return romanised(word).replace(/\p{L}/u, (first) => first.toUpperCase());
    })
    .join("");

function printed(sign: string): string {
  if (PRINTABLE.test(sign)) return sign;
  const alike = ALIKE[sign] ?? sign.normalize("NFKD").replace(ACCENTS, "");
  return [...alike].every((each) => PRINTABLE.test(each)) ? alike : "\uFFFD";
}
