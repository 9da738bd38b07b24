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

const OF_MONEY = new Set("convert conversion rate rates exchange currency price amount pay".split(" "));
const LINKS = /^(?:to|in|into|from|of|and)$/;

/** A code that is a word, too, is a currency as an answer ("cad") and beside one: "inr to sar", "how to rub it". */
export function commonCodes(
  tokens: readonly Token[],
  isCurrency: (at: number) => boolean,
): (at: number) => boolean {
  const alone = tokens.filter(({ kind }) => kind !== "sign").length === 1;
  let money: ReadonlySet<string> | undefined;
  return (at) => {
    if (alone) return true;
    if (![at - 1, at + 1].some((beside) => LINKS.test(tokens[beside]?.text ?? ""))) return false;
    money ??= new Set(
      tokens.filter(({ text }, other) => OF_MONEY.has(text) || isCurrency(other)).map(({ text }) => text),
    );
    return money.size > (money.has(tokens[at]?.text ?? "") ? 1 : 0);
  };
}
