/** The vocabulary of Auto Generate's rules, English and Hindi. Data only. */

/** Words that can replace one another in a customer's message. */
export const SYNONYMS: readonly (readonly string[])[] = [
  ["show", "display", "give"],
  ["check", "look up", "see", "find out"],
  ["buy", "purchase", "order"],
  ["cancel", "call off", "stop"],
  ["change", "modify", "update", "edit"],
  ["delete", "remove"],
  ["begin", "start"],
  ["end", "finish"],
  ["help", "assist"],
  ["fix", "repair", "solve"],
  ["need", "require"],
  ["send", "transfer"],
  ["get", "receive", "obtain"],
  ["lost", "misplaced"],
  ["stolen", "robbed"],
  ["broken", "not working", "damaged"],
  ["bill", "invoice"],
  ["cost", "price", "charge"],
  ["money", "cash", "funds"],
  ["phone", "mobile", "cell phone"],
  ["email", "e-mail", "mail"],
  ["picture", "photo", "image"],
  ["problem", "issue", "trouble"],
  ["question", "query"],
  ["quick", "fast"],
  ["quickly", "fast", "right away"],
  ["big", "large"],
  ["near", "close to"],
  ["nearest", "closest"],
  ["open", "start"],
  ["book", "reserve"],
  ["trip", "journey"],
  ["flight", "plane"],
  ["movie", "film"],
  ["shop", "store"],
  ["car", "vehicle"],
  ["doctor", "physician"],
  ["password", "passcode"],
  ["refund", "money back"],
  ["arrive", "come", "get here"],
  ["many", "a lot of"],
  ["talk", "speak"],
  ["person", "human"],
  ["hello", "hi", "hey"],
  ["thanks", "thank you"],
  ["बताओ", "बताइए", "बता दो"],
  ["दिखाओ", "दिखाइए", "दिखा दो"],
  ["चाहिए", "की ज़रूरत है"],
  ["पैसे", "रुपये"],
  ["कृपया", "प्लीज़"],
];

/** Long form and short form; either may be written for the other. */
export const CONTRACTIONS: readonly (readonly [long: string, short: string])[] = [
  ["i am", "i'm"],
  ["i have", "i've"],
  ["i will", "i'll"],
  ["i would", "i'd"],
  ["what is", "what's"],
  ["where is", "where's"],
  ["who is", "who's"],
  ["how is", "how's"],
  ["when is", "when's"],
  ["that is", "that's"],
  ["it is", "it's"],
  ["there is", "there's"],
  ["do not", "don't"],
  ["does not", "doesn't"],
  ["did not", "didn't"],
  ["can not", "can't"],
  ["cannot", "can't"],
  ["could not", "couldn't"],
  ["will not", "won't"],
  ["is not", "isn't"],
  ["are not", "aren't"],
  ["was not", "wasn't"],
  ["have not", "haven't"],
  ["has not", "hasn't"],
  ["let us", "let's"],
  ["want to", "wanna"],
  ["going to", "gonna"],
  ["you", "u"],
  ["please", "pls"],
];

/** First words of a request: only before these can "could you" be put. */
export const IMPERATIVES: ReadonlySet<string> = new Set(
  (
    "add activate apply ask block book buy call cancel change charge check close compare confirm convert connect create " +
    "deactivate delete deliver describe disable display do download edit enable explain extend fetch find fix forward " +
    "freeze get give go help increase inform let list look lower make mark move notify open order pay pick play post " +
    "print process provide put raise read refund register remind remove renew repeat replace report request reschedule " +
    "reserve reset restart return schedule search see send set share show sign spell start stop submit switch take talk " +
    "tell text track transfer translate turn unblock unlock update upgrade use verify wake write"
  ).split(" "),
);

/** Polite openings of a request (English); `…` is the place of the request. */
export const POLITE: readonly string[] = [
  "please …",
  "… please",
  "can you …",
  "could you please …",
  "i want you to …",
  "i need you to …",
  "would you …",
  "hi, …",
  "i would like you to …",
  "can you help me … ?",
];

/** Openings of a question about something (English); `…` is a clause such as "what my balance is". */
export const ASKING: readonly string[] = [
  "tell me …",
  "can you tell me …",
  "do you know …",
  "i want to know …",
  "i would like to know …",
  "please tell me …",
  "could you let me know …",
  "any idea …",
];

/** Frames that can be put around any sentence without changing its meaning. */
export const AROUND: readonly string[] = [
  "hello, …",
  "hi, …",
  "… please",
  "i have a question: …",
  "hey, …",
  "quick question, …",
  "… thanks",
];

/** The same in Hindi. */
export const AROUND_HINDI: readonly string[] = [
  "कृपया …",
  "नमस्ते, …",
  "… प्लीज़",
  "मुझे जानना है, …",
  "क्या आप बता सकते हैं, …",
  "सुनिए, …",
  "ज़रा …",
  "… बताइए",
];
