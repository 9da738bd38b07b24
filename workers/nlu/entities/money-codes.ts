import type { Token } from "./tokens.ts";

// Codes and names of currencies that are common words, and how they are told apart.

/** Words of English and of Hindi, too: codes in front of a number only where they are written like one. */
const WORDS_TOO: ReadonlySet<string> = new Set(["try", "won", "dm", "rub", "sar", "cad", "php"]);
export const isCommonWord = (word: Token | undefined): boolean =>
  WORDS_TOO.has(word?.text ?? "") && !word?.capital;

/** Whoever does something before a word has said a verb: "I TRY 3 TIMES". */
const DOERS: ReadonlySet<string> = new Set(["i", "we", "you", "they", "to", "please"]);

export function isCodeInFront(tokens: readonly Token[], at: number, amount: number): boolean {
  const word = tokens[at];
  // "Re 1", but "re 4567 my order"; "Re. 500" ends with its dot.
  if (word?.text === "re") return amount <= 1;
  return !isCommonWord(word) && !(WORDS_TOO.has(word?.text ?? "") && DOERS.has(tokens[at - 1]?.text ?? ""));
}

/** The least of a currency whose name is a word, too: "played 5 won 2". */
const LEAST_WON = 10;

/** "85 marks in maths", "got it in 2 try": what stands behind a number and is no currency there. */
export function isCodeBehind(tokens: readonly Token[], from: number, to: number, amount: number): boolean {
  const word = to === from + 1 ? tokens[from] : undefined;
  switch (word?.text) {
    case "mark":
    case "marks":
      return false;
    case "try":
    case "dm":
      return word.capital === true;
    case "won":
      return amount >= LEAST_WON;
    default:
      return true;
  }
}
