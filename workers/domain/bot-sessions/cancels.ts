import { exactKey } from "#workers/nlu/text.ts";

/** Whole messages that mean "stop asking me", in English, Hindi and Hindi in Latin letters. */
const STOPS = new Set(
  [
    "cancel|cancel it|cancel this|cancel that|cancel everything|stop|stop it|stop this|stop asking|quit|exit|abort",
    "never mind|nevermind|forget it|forget about it|forget that|leave it|drop it|not now|no thanks|no thank you",
    "i changed my mind|i have changed my mind|i've changed my mind|i don't want to|i do not want to",
    "रद्द करो|रद्द करें|रद्द कर दो|रद्द|रहने दो|रहने दीजिए|रहने दें|बंद करो|बंद करें|छोड़ो|छोड़ दो|छोड़ दीजिए|रुको|जाने दो|नहीं चाहिए",
    "cancel karo|cancel kar do|rehne do|rahne do|band karo|chodo|chhodo|chod do|chhod do|jaane do|nahi chahiye",
  ].flatMap((line) => line.split("|").map((words) => words.normalize("NFKC"))),
);
const POLITE =
  /^(?:(?:ok|okay|no|oh|please|pls|just|sorry|नहीं|nahi)[\s,.!]+)+|[\s,]+(?:please|pls|thanks|thank you)$/gu;

/**
 * Tells whether the message as a whole asks to stop. Only short set phrases count: a sentence that merely contains
 * "cancel" may well be an intent of somebody's bot, and intents are matched first.
 */
export function cancels(text: string): boolean {
  const key = exactKey(text);
  return STOPS.has(key) || STOPS.has(key.replace(POLITE, ""));
}
