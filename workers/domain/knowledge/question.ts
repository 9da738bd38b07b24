import { stemmer } from "stemmer";
import { stem } from "#workers/nlu/stem.ts";
import { normalise, tokenise } from "#workers/nlu/text.ts";

/** Stop words: they occur in questions of any subject. */
const STOP = new Set(
  (
    "a an the is are am was were be been being do does did doing have has had having will would shall should can could may might must " +
    "i me my mine we us our you your yours he him his she her it its they them their this that these those there here " +
    "what which who whom whose when where why how to of in on at by for from with about into over under as and or but if then than so until " +
    "not no nor only just also too very much many more most some any all each every both please tell know want need like get give show let " +
    "hello hi hey thanks thank ok okay yes what's how's where's who's i'm i'd i'll i've don't doesn't can't " +
    "है हैं था थी थे हो हूँ हूं का की के को में से पर और या क्या कैसे कब कहाँ कहां कौन क्यों कितना कितने कितनी मैं मेरा मेरी मेरे हम आप आपका यह वह ये वे इस उस एक भी तो ही नहीं मुझे " +
    "कृपया बताओ बताइए चाहिए सकता सकती सकते होता होती होते करना करने करूँ करूं कर जाता जाती जाते लिए नमस्ते धन्यवाद"
  )
    .split(" ")
    .map(normalise),
);
const MOST_WORDS = 24;
const DEVANAGARI = /\p{Script=Devanagari}/u;

/** The words of a text in one spelling each, as the index sees them. */
export const wordsOf = (text: string): string[] =>
  tokenise(normalise(text)).filter((token) => /[\p{L}\p{N}]/u.test(token));

/** The key that all forms of a word share: Porter's stem as in the index, for Hindi the word without its ending. */
export const keyOf = (word: string): string => {
  const bare = word.endsWith("'s") ? word.slice(0, -2) : word;
  return DEVANAGARI.test(bare) ? stem(bare) : stemmer(bare);
};

export interface Term {
  key: string;
  /** The word as a term of the index's query language: quoted, so that nothing a person writes is part of it. */
  match: string;
}

/** The search terms of a question: its meaningful words, each stem once. */
export function termsOf(question: string): Term[] {
  const terms = new Map<string, Term>();
  for (const word of wordsOf(question)) {
    if (STOP.has(word)) continue;
    const key = keyOf(word);
    // The index does not know Hindi's endings, so a word is searched for by its prefix.
    const quoted = (text: string): string => `"${text.replaceAll('"', "")}"`;
    const match = DEVANAGARI.test(word) ? `${quoted(key)} *` : quoted(word.replace(/'s$/, ""));
    if (!terms.has(key)) terms.set(key, { key, match });
    if (terms.size === MOST_WORDS) break;
  }
  return [...terms.values()];
}

/** Everything of one bot that shares a word with the question. */
export const matchOf = (agentId: string, terms: readonly Term[]): string =>
  `agent : "${agentId.replaceAll(/[^\w]/g, "")}" AND {heading text} : (${terms.map(({ match }) => match).join(" OR ")})`;
