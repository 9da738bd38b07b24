import { englishBefore, englishBehind } from "./date-tense-english.ts";
import {
  FARTHEST,
  isInfinitive,
  isStem,
  stops,
  type Tense,
  tenseOf,
  textAt,
  WAS,
  words,
} from "./date-verbs.ts";
import type { Token } from "./tokens.ts";

// Which verb a day belongs to, and whether that one is in the past: "kal" is yesterday only then.

const SUPPOSED = words("hoga hogi honge होगा होगी होंगे");
const IF = words("agar agr yadi if अगर यदि");
const THEN = words("to toh तो");
/** Whoever has done something: "maine", "Ravi ne". The verb that they wait for is in the past, whichever it is. */
const DOERS = words("maine mene humne hamne usne unhone aapne tumne ne मैंने हमने उसने उन्होंने आपने तुमने ने");
const IS = words("hai hain hoon hun hu है हैं हूं");
/** Verbs that no list has: "chhapwaya hai", "padhaya hai"; rent is none. */
const LOOKS_DONE = /^(?!kiraya$)[a-z]{2,}(?:[wv]?aya|[wv]ayi)$|^(?!किराया$).+(?:ाया|वाई)$/u;
/** Behind "pata", "hai" ends no sentence: "kal pata hai kya hua". */
const KNOWN = words("pata yaad malum maloom पता याद मालूम");
/** A day that belongs to a thing or begins a stretch is not the day of the next "hai": "kal ka order hai nahi mila". */
const OWN = words("ka ki ke se wala wali wale का की के से वाला वाली वाले");
/** Words that may still belong to a day at the end of a sentence: "payment ho gaya somvar ko". */
const BEHIND_A_DAY = words("ko hi par me mein bhi को ही पर में भी");
/** "15 december ko delhi jana tha", "cab chahiye thi": this is how a wish is politely said. */
const WISHED = words(
  "chahiye chaiye chahie jana jaana lena karna karni karwana karwani चाहिए जाना लेना करना करनी करवाना करवानी",
);
/** In front of "chahiye tha": what ought to have been done. */
const OUGHT = /^(?:[a-z]{2,}na|aani|honi|milni|आनी|होनी|मिलनी)$|ना$/u;
const BUT = words("par lekin magar but isliye पर लेकिन मगर इसलिए");

/** Verbs of Hindi stand at the end, and a sentence may be long. */
const FARTHEST_BEHIND = 20;

/**
 * The time of the sentence that the words from `from` on, which name a day, belong to. Of a weekday or a date a polite
 * wish is made in the past tense, too; "kal jana tha" was yesterday.
 */
export function isPast(tokens: readonly Token[], from: number, to: number, politely = false): boolean {
  const said = hindiBehind(tokens, from, to, politely) ?? hindiBefore(tokens, from, to);
  return (said ?? englishBefore(tokens, from, to) ?? englishBehind(tokens, from, to)) === "past";
}

/** Verbs of Hindi end a sentence: the next one behind a day is the day's, and of several in a row the last one tells. */
function hindiBehind(tokens: readonly Token[], from: number, to: number, politely: boolean): Tense {
  // "kal, mera order aaya tha": a comma right behind the day that a message begins with ends no sentence.
  const begin = from === 0 && textAt(tokens, to) === "," ? to + 1 : to;
  let done = DOERS.has(textAt(tokens, from - 1));
  for (let at = begin; at < to + FARTHEST_BEHIND && !stops(tokens, at); at++) {
    if (tenseOf(tokens, at)) return lastOf(tokens, at, from, politely);
    if (endsAtIs(tokens, at, to)) {
      const before = textAt(tokens, at - 1);
      return LOOKS_DONE.test(before) || (done && !isInfinitive(before)) ? "past" : "ahead";
    }
    done ||= DOERS.has(textAt(tokens, at));
  }
  return done ? "past" : undefined;
}

/** "15 december ko meri flight hai mujhe ticket nahi mila": the next verb is another sentence's. */
const endsAtIs = (tokens: readonly Token[], at: number, to: number): boolean =>
  IS.has(textAt(tokens, at)) &&
  !OWN.has(textAt(tokens, to)) &&
  !KNOWN.has(textAt(tokens, at - 1)) &&
  !/^(?:jo|जो)$/.test(textAt(tokens, at + 1));

interface Saying {
  tense: Tense;
  /** It has the past of "to be", and ends with it. */
  was: boolean;
  wished: boolean;
  to: number;
}

/** Several verbs in a row. */
function sayingAt(tokens: readonly Token[], first: number): Saying {
  const saying: Saying = { tense: undefined, was: false, wished: false, to: first };
  for (; tenseOf(tokens, saying.to) !== undefined || isStem(tokens, saying.to); saying.to++) {
    const text = textAt(tokens, saying.to);
    // "aa gaya hoga": it has come, they suppose.
    if (saying.tense !== "past" || !SUPPOSED.has(text))
      saying.tense = tenseOf(tokens, saying.to) ?? saying.tense;
    saying.was ||= WAS.has(text);
    if (!isStem(tokens, saying.to)) saying.wished = WAS.has(text) && isWish(tokens, saying.to - 1);
  }
  return saying;
}

/** "cab chahiye thi" is a wish; "refund aana chahiye tha" is what should have been. */
function isWish(tokens: readonly Token[], at: number): boolean {
  const text = textAt(tokens, at);
  return WISHED.has(text) && (isInfinitive(text) || !OUGHT.test(textAt(tokens, at - 1)));
}

function lastOf(tokens: readonly Token[], first: number, from: number, politely: boolean): Tense {
  const { tense, wished, to, ...saying } = sayingAt(tokens, first);
  if (politely && wished && !BUT.has(textAt(tokens, to))) return "ahead";
  const then = THEN.has(textAt(tokens, to));
  const was = saying.was || (then && WAS.has(textAt(tokens, to + 1)));
  // "agar kal nahi aaya", "kal tak nahi mila to": nothing has happened yet.
  const open = (then && !goesOnPast(tokens, to + 1)) || isBehindIf(tokens, from);
  return tense === "past" && open && !was ? "ahead" : tense;
}

/** "kal order kiya to payment fail ho gaya": when the one happened, the other did. */
function goesOnPast(tokens: readonly Token[], from: number): boolean {
  let done = false;
  for (let at = from; at < from + FARTHEST_BEHIND && !stops(tokens, at); at++) {
    if (tenseOf(tokens, at)) return sayingAt(tokens, at).tense === "past";
    done ||= DOERS.has(textAt(tokens, at));
  }
  return done;
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
