/** A word, a number in digits, or a sign of a text, with its place in UTF-16 units. */
export interface Token {
  /** Words in one spelling (see fold); digits in ASCII without group separators; signs as they are. */
  text: string;
  start: number;
  end: number;
  kind: "word" | "number" | "sign";
  /** A short word that is written in capitals only: 5M is five million, 5m is five metres; TRY is a currency, try a verb. */
  capital?: boolean;
}

// Digits with groups (1,234,567 and 1,00,000), decimals, and digits alone; of any script. Joiners (they only change how
// Devanagari is drawn) and apostrophes stand inside words.
const TOKEN =
  /(\p{Nd}{1,3}(?:,\p{Nd}{2,3})*,\p{Nd}{3}(?!\p{Nd})(?:\.\p{Nd}+)?|\p{Nd}+\.\p{Nd}+|\p{Nd}+)|([\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+|[\u200c\u200d]+[\p{L}\p{M}]*)*)|([^\s\u200c\u200d])/gu;

/**
 * One spelling for what people write in several: lower case, no nukta (हज़ार is हजार), one nasal sign (पाँच is पांच).
 * For comparing only; it may change the length.
 */
export const fold = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u093c\u200c\u200d]/g, "")
    .replace(/\u0901/g, "\u0902")
    .normalize("NFC")
    .replace(/’/g, "'");

/** Digits of any script as ASCII. */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));

/** Decimal digits are ten consecutive code points in every script, zero first; counting down finds the zero. */
function digitValue(digit: string): number {
  // Sets of styled digits (𝟚, ２) lie side by side, so that counting would run into the set before.
  const plain = digit.normalize("NFKC");
  if (plain >= "0" && plain <= "9") return Number(plain);
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}

/** "INR": longer words in capitals are only loud. */
const LONGEST_CODE = 3;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [whole, number, word] = match;
    const start = match.index;
    const end = start + whole.length;
    if (number !== undefined) {
      tokens.push({ text: asciiDigits(number).replaceAll(",", ""), start, end, kind: "number" });
    } else if (word !== undefined) {
      const capital =
        word.length <= LONGEST_CODE && word === word.toUpperCase() && word !== word.toLowerCase();
      tokens.push({ text: fold(word), start, end, kind: "word", ...(capital && { capital }) });
    } else tokens.push({ text: whole, start, end, kind: "sign" });
  }
  return tokens;
}

/** A match of one kind of entity; the caller adds which entity it is. */
export interface Found {
  start: number;
  end: number;
  value: string;
  resolution: Record<string, string | number | boolean>;
}
