import { SPOKEN_BEFORE } from "./number-words.ts";
import { fold, type Token } from "./tokens.ts";

// Which verb a day belongs to, and whether that one is in the past: "kal" is yesterday only then.

const words = (list: string): ReadonlySet<string> => new Set(list.split(" ").map(fold));

/** Verbs of Hindi in the past tense, in both scripts. */
const PAST = words(
  "था थी थे गया गई गए गये हुआ हुई हुए किया किए आया आई आए लिया ली दिया दी दिए दिये मिला मिली भेजा भेजी बोला खरीदा मंगाया मंगवाया पड़ा पाया चुका चुकी चुके tha thi gaya gayi gaye hua hui hue kiya kiye aaya aayi liya diya di mila mili bheja bheji bola kharida khareeda mangaya mangwaya pahuncha kata pada paya chuka chuki chuke",
);
/** The past of "to be" closes a sentence whatever stands before it: "aana tha", "mila tha to". */
const WAS = words("था थी थे tha thi");
/** What is to be done, asked for or wished. */
const AHEAD = words(
  "do dena dedo dijiye dijie dijiyega karo karna karein kijiye kijie kijiyega bhejo bhejna bhejiye bhijwao bhijwana chahiye chaiye chahie aana aao aaiye aaiyega jana jao jaana lana laana lao laao lena lo lijiye milo milna batao batana bataiye dikhao rakho rakhna rakhiye ruko khao " +
    "देना दीजिए दीजिये करो करना करें कीजिए कीजिये भेजो भेजना भेजिए भिजवाओ चाहिए आना आओ आइए जाना जाओ लाना लाओ लेना लो लीजिए मिलो मिलना बताओ बताना बताइए रखो रखना रुको",
);
/** hoga, milega, aaunga, karenge; होगा, मिलेगा, आऊंगा, करेंगे. */
const WILL =
  /^(?!(?:challenge|revenge|avenge|yoga|yogi|omega|mega|mnrega|sponge|tonga)$)[a-z]*(?:eg[ai]|og[aei]|[eo]ng[aei]|ung[ai])$|^होग[ाेी]$|^[दल]ोग[ेी]$|[ेएओ]ग[ाेी]$|[ेोूऊएओ]ंग[ाेी]$/u;
const SUPPOSED = words("hoga hogi honge होगा होगी होंगे");
/** Words that stand between the verbs of one saying, and leave its time to the others: "karna bhool gaya". */
const STEMS = words(
  "kar ho de le aa ja ho bhej mil bhool reh rah nahi nahin na ji hai hain hoon hun jaana jaane wala wale wali कर हो दे ले आ जा भेज मिल भूल रह बता नहीं न जी है हैं हूं वाला वाले वाली",
);
const IF = words("agar agr yadi if अगर यदि");
const THEN = words("to toh तो");

const STOPS = words(". , ! ? ; । lekin magar but isliye लेकिन मगर इसलिए that if when whether because so and");
/** They part two sentences only behind a verb: "aaya tha par kharab hai", but "ghar par aaya tha". */
const STOPS_BEHIND_A_VERB = words("aur par phir और पर फिर");
/** What may still belong to a day that is said at the end: "payment ho gaya somvar ko". */
const BEHIND_A_DAY = words("ko hi par me mein bhi को ही पर में भी");

const FARTHEST = 12;

type Tense = "past" | "ahead" | undefined;

/** The time of the sentence that the words from `from` on, which name a day, belong to. */
export function isPast(tokens: readonly Token[], from: number, to: number): boolean {
  const said = hindiBehind(tokens, from, to) ?? englishBefore(tokens, from) ?? hindiBefore(tokens, from, to);
  return (said ?? englishBehind(tokens, to)) === "past";
}

const textAt = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? "";

/** Whether a sentence ends at a word. */
function stops(tokens: readonly Token[], at: number): boolean {
  const text = textAt(tokens, at);
  if (text === "" || STOPS.has(text)) return true;
  return STOPS_BEHIND_A_VERB.has(text) && (tenseOf(tokens, at - 1) !== undefined || isStem(tokens, at - 1));
}

const isStem = (tokens: readonly Token[], at: number): boolean => STEMS.has(textAt(tokens, at));

/** "do" and दो are "give" behind a verb or at the end of a sentence, and two in front of what is counted. */
function isGive(tokens: readonly Token[], at: number): boolean {
  const next = textAt(tokens, at + 1);
  return !SPOKEN_BEFORE.has(next) && (isStem(tokens, at - 1) || next === "" || STOPS.has(next));
}

function tenseOf(tokens: readonly Token[], at: number): Tense {
  const text = textAt(tokens, at);
  if (PAST.has(text)) return "past";
  if (text === "do" || text === "दो") return isGive(tokens, at) ? "ahead" : undefined;
  return AHEAD.has(text) || WILL.test(text) ? "ahead" : undefined;
}

/** Verbs of Hindi end a sentence: the next one behind a day is the day's, and of several in a row the last one tells. */
function hindiBehind(tokens: readonly Token[], from: number, to: number): Tense {
  // "kal, mera order aaya tha": a comma right behind the day that a message begins with ends no sentence.
  const begin = from === 0 && textAt(tokens, to) === "," ? to + 1 : to;
  for (let at = begin; at < to + FARTHEST && !stops(tokens, at); at++) {
    if (tenseOf(tokens, at)) return lastOf(tokens, at, from);
  }
  return undefined;
}

function lastOf(tokens: readonly Token[], first: number, from: number): Tense {
  let tense: Tense;
  let was = false;
  let at = first;
  for (; tenseOf(tokens, at) !== undefined || isStem(tokens, at); at++) {
    const text = textAt(tokens, at);
    // "aa gaya hoga": it has come, they suppose.
    if (tense !== "past" || !SUPPOSED.has(text)) tense = tenseOf(tokens, at) ?? tense;
    was ||= WAS.has(text);
  }
  // "agar kal nahi aaya", "kal tak nahi mila to": nothing has happened yet.
  was ||= THEN.has(textAt(tokens, at)) && WAS.has(textAt(tokens, at + 1));
  const open = THEN.has(textAt(tokens, at)) || isBehindIf(tokens, from);
  return tense === "past" && open && !was ? "ahead" : tense;
}

function isBehindIf(tokens: readonly Token[], from: number): boolean {
  let at = from - 1;
  while (at > from - FARTHEST && !stops(tokens, at) && !IF.has(textAt(tokens, at))) at--;
  return IF.has(textAt(tokens, at));
}

/** "payment ho gaya somvar ko": the verb stands before a day only where nothing else follows the day. */
function hindiBefore(tokens: readonly Token[], from: number, to: number): Tense {
  let end = to;
  while (BEHIND_A_DAY.has(textAt(tokens, end))) end++;
  if (!stops(tokens, end)) return undefined;
  for (let at = from - 1; at > from - FARTHEST && !stops(tokens, at); at--) {
    const tense = tenseOf(tokens, at);
    if (tense) return tense;
  }
  return undefined;
}

const DID = words("did didn't didnt");
/** English verbs of what has happened; those that make a plan for a day ("booked", "cancelled") are not among them. */
const HAPPENED = words(
  "ordered bought paid purchased received arrived came called complained spoke sent delivered returned failed happened visited went met transferred deposited withdrew charged debited deducted credited submitted placed raised recharged refunded dispatched shipped collected picked missed lost joined expired stopped started",
);
const WAS_ENGLISH = words("was were");
/** Beside these, nothing has happened: "can it be delivered on monday". */
const MODAL = words(
  "will would shall can could might should must may want wants wanted need needs please is are am be get let hope wish",
);
/** What is to be done, where no "did" stands before it: "ordered a cake deliver on monday". */
const TO_DO = words(
  "deliver send ship book call come bring schedule reschedule arrange pay visit meet return open close",
);
/** "booked for monday", "by monday": a plan, whatever was done for it. */
const PLANS = words("for by till until before about");
/** "came to the office on monday"; any other "to" makes a wish of what follows. */
const BEHIND_TO = words("the my your our his her their a an you me us them him");

/** In English the verb stands in front: "I ordered on monday". */
function englishBefore(tokens: readonly Token[], from: number): Tense {
  if ([0, 1, 2].some((by) => PLANS.has(textAt(tokens, from - by)))) return undefined;
  let happened = false;
  let wished = false;
  for (let at = from - 1; at > from - FARTHEST && !stops(tokens, at); at--) {
    const text = textAt(tokens, at);
    if (MODAL.has(text)) return undefined;
    if (text === "to" && !BEHIND_TO.has(textAt(tokens, at + 1))) return undefined;
    if (DID.has(text)) return "past";
    happened ||= HAPPENED.has(text);
    wished ||= TO_DO.has(text);
  }
  return happened && !wished ? "past" : undefined;
}

/** "kal was my birthday", "on monday I paid" */
function englishBehind(tokens: readonly Token[], to: number): Tense {
  for (let at = to; at < to + FARTHEST && !stops(tokens, at); at++) {
    const text = textAt(tokens, at);
    if (MODAL.has(text) || TO_DO.has(text)) return "ahead";
    if (DID.has(text) || WAS_ENGLISH.has(text) || HAPPENED.has(text)) return "past";
  }
  return undefined;
}
