import { SPOKEN_BEFORE } from "./number-words.ts";
import { fold, type Token } from "./tokens.ts";

// Verbs of Hindi and their time, and where a sentence ends.

export const words = (list: string): ReadonlySet<string> => new Set(list.split(" ").map(fold));

export type Tense = "past" | "ahead" | undefined;

export const FARTHEST = 12;

export const textAt = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? "";

/** Verbs of Hindi in the past tense, in both scripts. */
const PAST = words(
  "था थी थे गया गई गए गये हुआ हुई हुए किया किए आया आई आए लिया ली दिया दी दिए दिये मिला मिली भेजा भेजी बोला खरीदा मंगाया मंगवाया पड़ा पाया चुका चुकी चुके tha thi gaya gayi gaye hua hui hue kiya kiye aaya aayi liya diya di mila mili bheja bheji bola kharida khareeda mangaya mangwaya pahuncha kata pada paya chuka chuki chuke " +
    "डाला डाली कराया करवाया करवाई लगाया उठाया बनवाया बताया निकाला मंगवाई बुलाया daala daali dala karaya karwaya karwayi lagaya uthaya banwaya bataya nikala mangwayi bulaya rakha kia kari dia lia aya ayi aai gya gyi gai hogaya hogya",
);
/** The past of "to be" closes a sentence whatever stands before it: "aana tha", "mila tha to". */
export const WAS = words("था थी थे tha thi");
/** Verbs of things to be done, asked for or wished. */
const AHEAD = words(
  "do dena dedo dijiye dijie dijiyega karo karna karein kijiye kijie kijiyega bhejo bhejna bhejiye bhijwao bhijwana chahiye chaiye chahie aana aao aaiye aaiyega jana jao jaana lana laana lao laao lena lo lijiye milo milna batao batana bataiye dikhao rakho rakhna rakhiye ruko khao jaye jaaye jae " +
    "देना दीजिए दीजिये करो करना करें कीजिए कीजिये भेजो भेजना भेजिए भिजवाओ चाहिए आना आओ आइए जाना जाओ लाना लाओ लेना लो लीजिए मिलो मिलना बताओ बताना बताइए रखो रखना रुको जाए जाये",
);
/** hoga, milega, aaunga, karenge; होगा, मिलेगा, आऊंगा, करेंगे. */
const WILL =
  /^(?!(?:challenge|revenge|avenge|yoga|yogi|omega|mega|mnrega|sponge|tonga)$)[a-z]*(?:eg[ai]|og[aei]|[eo]ng[aei]|ung[ai])$|^होग[ाेी]$|^[दल]ोग[ेी]$|[ेएओ]ग[ाेी]$|[ेोूऊएओ]ंग[ाेी]$/u;
/** Behind the past of a verb these make a passive, which tells no past: "kiya ja sakta hai", "kar diya jaye". */
const PASSIVE = words("ja jaye jaaye jae jata jaata jati jate जा जाए जाये जाता जाती जाते");
/** Words that stand between the verbs of one saying, and leave its time to the others: "karna bhool gaya". */
const STEMS = words(
  "kar ho de le aa ja ho bhej mil bhool reh rah nahi nahin na ji hai hain hoon hun jaana jaane wala wale wali pad chahta chahti chahte chaha shuru raha rahi rahe sakta sakti sakte कर हो दे ले आ जा भेज मिल भूल रह बता नहीं न जी है हैं हूं वाला वाले वाली पड़ चाहता चाहती चाहते चाहा शुरू रहा रही रहे सकता सकती सकते",
);
/** The town of Gaya: "gaya ka ticket", "gaya jana hai". */
const OF_A_TOWN = words("ka ki ke se jana का की के से जाना");

/** Short words that a dot belongs to: "Rs. 500", "Dr. Sharma", "5 p.m.". */
const SHORT = words("rs re dr mr mrs ms a p m");
const STOPS = words(". , ! ? ; । lekin magar but isliye लेकिन मगर इसलिए that if when whether because so and");
/** They part two sentences only behind a verb: "aaya tha par kharab hai", but "ghar par aaya tha". */
const STOPS_BEHIND_A_VERB = words("aur par phir और पर फिर");

/** Whether a sentence ends at a word. */
export function stops(tokens: readonly Token[], at: number): boolean {
  const text = textAt(tokens, at);
  if (text === "." && isShort(tokens, at - 1)) return false;
  if (text === "" || STOPS.has(text)) return true;
  return STOPS_BEHIND_A_VERB.has(text) && (tenseOf(tokens, at - 1) !== undefined || isStem(tokens, at - 1));
}

function isShort(tokens: readonly Token[], at: number): boolean {
  const text = textAt(tokens, at);
  return SHORT.has(text) || (text === "no" && tokens[at + 2]?.kind === "number");
}

export const isStem = (tokens: readonly Token[], at: number): boolean => STEMS.has(textAt(tokens, at));

/** In front of a "do" at the end of a sentence: "what should i do". */
const BEFORE_ENGLISH_DO = words("to i we you they should can what must");

/** "do" and दो are "give" behind a verb or at the end of a sentence, and two in front of what is counted. */
function isGive(tokens: readonly Token[], at: number): boolean {
  const next = textAt(tokens, at + 1);
  if (SPOKEN_BEFORE.has(next) || BEFORE_ENGLISH_DO.has(textAt(tokens, at - 1))) return false;
  return isStem(tokens, at - 1) || next === "" || STOPS.has(next);
}

export function tenseOf(tokens: readonly Token[], at: number): Tense {
  const text = textAt(tokens, at);
  if (isTown(tokens, at)) return undefined;
  if (PAST.has(text)) return PASSIVE.has(textAt(tokens, at + 1)) ? "ahead" : "past";
  if (text === "do" || text === "दो") return isGive(tokens, at) ? "ahead" : undefined;
  return AHEAD.has(text) || WILL.test(text) ? "ahead" : undefined;
}

function isTown(tokens: readonly Token[], at: number): boolean {
  if (!/^(?:gaya|गया)$/.test(textAt(tokens, at)) || !OF_A_TOWN.has(textAt(tokens, at + 1))) return false;
  // "ho gaya ki nahi" asks whether it is done.
  const asks = /^(?:nahi|nahin|na|नहीं|न)$/.test(textAt(tokens, at + 2));
  return !asks && !isStem(tokens, at - 1) && !PAST.has(textAt(tokens, at - 1));
}

/** "bhejna", "karni", करना: a verb that names what is to be done. */
export const isInfinitive = (text: string): boolean =>
  /^[a-z]{2,}(?:na|ni)$|^\p{L}[\p{L}\p{M}]+न[ाी]$/u.test(text);
