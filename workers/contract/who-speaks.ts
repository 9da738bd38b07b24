import { stopWords } from "./stop-words.ts";

/**
 * Decides which row answers a message: facts first, then the first of the others that fits. Each inbound message keeps
 * the row that took it, so that a person can ask "why did this answer?".
 */
export const facts = ["stopWord", "startWord"] as const;
export type Fact = (typeof facts)[number];

export const speakers = ["person", "floor", "journey", "bot", "hours", "queue"] as const;
export type Speaker = (typeof speakers)[number];

/** State of affairs when a message comes in. */
export interface Circumstances {
  /** A person has the chat, or it waits for one. */
  withPerson: boolean;
  /** The bot that has asked this person for something, if one has. */
  floorId: string | null;
  /** The run of a journey that has asked this person for something, if one has. */
  floorRun: string | null;
  /** An instance of a journey is entered by these words. */
  isKeyword: boolean;
  /** The bot of the channel, if it has one. */
  botId: string | null;
  /** The message has words that a bot can answer. */
  hasWords: boolean;
  /** People answer at this time. */
  isOpen: boolean;
}

interface Row {
  speaker: Speaker;
  fits: (circumstances: Circumstances) => boolean;
}

/** In this order; the last one always fits. */
export const whoSpeaks: readonly Row[] = [
  { speaker: "person", fits: ({ withPerson }) => withPerson },
  {
    speaker: "floor",
    fits: ({ floorId, floorRun, hasWords }) => floorRun !== null || (floorId !== null && hasWords),
  },
  { speaker: "journey", fits: ({ isKeyword }) => isKeyword },
  { speaker: "bot", fits: ({ botId, hasWords }) => botId !== null && hasWords },
  { speaker: "hours", fits: ({ isOpen }) => !isOpen },
  { speaker: "queue", fits: () => true },
];

export const speakerFor = (circumstances: Circumstances): Speaker =>
  whoSpeaks.find(({ fits }) => fits(circumstances))?.speaker ?? "queue";

/**
 * A text without what people add to a word or leave out: case, width, accents, Arabic vowel signs, stops at its end. Vowel
 * signs of Indian scripts are letters and stay.
 */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{Script=Inherited}|\u0640/gu, "")
    .replace(/’/gu, "'")
    .replace(/[\s.!¡…,।۔،]+/gu, " ")
    .trim();

const languages = Object.values(stopWords);
const all = (words: (each: (typeof languages)[number]) => readonly string[]): ReadonlySet<string> =>
  new Set(languages.flatMap((each) => words(each).map(folded)));
/** The whole text, folded: a stop within a sentence is none. */
const STOP = all(({ stop }) => stop);
const START = all(({ start }) => start);
/** Also what a person says to a bot that is asking for something: then it is an answer to the question. */
const CANCEL = all(({ unlessAsked }) => unlessAsked.stop);
const AGAIN = all(({ unlessAsked }) => unlessAsked.start);

/** The fact that a whole text states; `asking` says that a bot waits for a value. */
export function factIn(text: string, asking = false): Fact | undefined {
  const words = folded(text);
  if (STOP.has(words) || (!asking && CANCEL.has(words))) return "stopWord";
  return START.has(words) || (!asking && AGAIN.has(words)) ? "startWord" : undefined;
}
