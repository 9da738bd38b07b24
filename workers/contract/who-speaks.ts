/**
 * Who answers a message: facts first, whoever answers; then the first of the others that fits. Each inbound message keeps
 * which row took it, so that a person can ask "why did this answer?".
 */
export const facts = ["stopWord", "startWord"] as const;
export type Fact = (typeof facts)[number];

export const speakers = ["person", "floor", "bot", "hours", "queue"] as const;
export type Speaker = (typeof speakers)[number];

/** State of affairs when a message comes in. */
export interface Circumstances {
  /** A person has the chat, or it waits for one. */
  withPerson: boolean;
  /** The bot that has asked this person for something, if one has. */
  floorId: string | null;
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
  { speaker: "floor", fits: ({ floorId, hasWords }) => floorId !== null && hasWords },
  { speaker: "bot", fits: ({ botId, hasWords }) => botId !== null && hasWords },
  { speaker: "hours", fits: ({ isOpen }) => !isOpen },
  { speaker: "queue", fits: () => true },
];

export const speakerFor = (circumstances: Circumstances): Speaker =>
  whoSpeaks.find(({ fits }) => fits(circumstances))?.speaker ?? "queue";

/** The whole text, folded: a stop within a sentence is none. */
const STOP = ["stop", "stop all", "stopall", "unsubscribe", "opt out", "opt-out", "optout", "बंद करो", "रोको"];
/** Also what a person says to a bot that is asking for something: then it is an answer to the question. */
const CANCEL = ["cancel", "end", "quit"];
const START = ["start", "unstop", "subscribe", "opt in", "opt-in", "optin", "शुरू करो"];

const folded = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s.!]+/gu, " ")
    .trim();

/** The fact that a whole text states; `asking` says that a bot waits for a value. */
export function factIn(text: string, asking = false): Fact | undefined {
  const words = folded(text);
  if (STOP.includes(words) || (!asking && CANCEL.includes(words))) return "stopWord";
  return START.includes(words) ? "startWord" : undefined;
}
