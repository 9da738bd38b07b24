import { keyOf, termsOf, wordsOf } from "../knowledge/question.ts";

export interface CannedMessage {
  name: string;
  text: string;
}

const MOST = 2;
/** This share of what was asked for has to be in a message's name or words. */
const ENOUGH = 0.5;

/** The canned messages whose words fit a question best; pure. A question without words of its own fits nothing. */
export function fitting(messages: readonly CannedMessage[], question: string): CannedMessage[] {
  const terms = termsOf(question);
  if (terms.length === 0) return [];
  return messages
    .map((message) => {
      const words = new Set(wordsOf(`${message.name} ${message.text}`).map(keyOf));
      return { message, share: terms.filter(({ key }) => words.has(key)).length / terms.length };
    })
    .filter(({ share }) => share >= ENOUGH)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, MOST)
    .map(({ message }) => message);
}
