import { FARTHEST, stops, type Tense, textAt, words } from "./date-verbs.ts";
import type { Token } from "./tokens.ts";

// Whether the verb that a day belongs to is an English one of the past.

const DID = words("did didn't didnt");
/** English verbs of what has happened; those that make a plan for a day ("booked", "cancelled") are not among them. */
const HAPPENED = words(
  "ordered bought paid purchased received arrived came called complained spoke sent delivered returned failed happened visited went met transferred deposited withdrew charged debited deducted credited submitted placed raised recharged refunded dispatched shipped collected picked missed lost joined expired stopped started",
);
const WAS_ENGLISH = words("was were");
/** Beside these, nothing has happened: "can it be delivered on monday". */
const MODAL = words(
  "will would shall can could might should must may want wants needs need please be let hope wish prefer i'd we'd i'll we'll it'll they'll",
);
/** They tell neither a wish nor what has happened. */
const OPEN = words("wanted is are am get");
/** "are you open on monday", "is it possible on monday" */
const POSSIBLE = words("open closed available possible free working");
const CANNOT = words("can't won't");
/** Verbs that ask for attention and for no day: "please check on monday I paid". */
const ATTENTION = words("check help see tell know explain look support refund status update understand");
/** Verbs of things to be done, where no "did" is before them: "ordered a cake deliver on monday". */
const TO_DO = words(
  "deliver send ship book call come bring schedule reschedule arrange pay visit meet return open close redeliver reattempt reorder retry pick collect install move cancel replace",
);
/** Things as often as verbs: they are to be done where somebody or something stands behind them. */
const TO_DO_WITH = words("recharge refund exchange change pickup");
const OBJECTS = words("it this that them me us my our");
const ARTICLES = words("my our your his her their the a an this no any");
/** "booked for monday", "by monday": a plan, whatever was done for it. */
const PLANS = words("for by till until before about");
/** "came to the office on monday"; any other "to" makes a wish of what follows. */
const BEHIND_TO = words("the my your our his her their a an you me us them him");
/** "want to come on monday"; "tried to pay on monday" is no wish, and "went to Delhi" has no verb. */
const WISHES = words("want like need needs have has prefer hope plan planning going love wish possible");
/** "a cake for the party on saturday": the day is the party's, whenever the cake was bought. */
const EVENT = words(
  "party birthday wedding event function show trip flight match meeting exam class anniversary interview appointment delivery booking slot",
);
const BOUGHT_FOR = words("ordered bought purchased booked");
/** "my flight on 5 december was cancelled": it would have been then. */
const PUT_OFF = words("cancelled postponed moved rescheduled supposed scheduled confirmed changed");
/** Words between a day and its sentence: "on monday at 5 pm I paid". */
const CLOCK = words("at around about by am pm o'clock morning afternoon evening night noon");
/** They begin a sentence of their own, some words behind a day: "on monday to my office near the park I paid". */
const SUBJECTS = words("i we you he she it they");
const NEAR = 4;

/** In English the verb stands in front: "I ordered on monday". */
export function englishBefore(tokens: readonly Token[], from: number, to: number): Tense {
  if ([0, 1, 2].some((by) => PLANS.has(textAt(tokens, from - by)))) return "ahead";
  let happened = false;
  let wished = false;
  let got = false;
  for (let at = from - 1; at > from - FARTHEST && !stops(tokens, at); at--) {
    const text = textAt(tokens, at);
    if (isModal(tokens, at, happened)) return isAttention(tokens, at, from) ? undefined : "ahead";
    if (text === "to" && !BEHIND_TO.has(textAt(tokens, at + 1)))
      return WISHES.has(textAt(tokens, at - 1)) ? "ahead" : undefined;
    if (isMadeToHappen(tokens, at) || isForEvent(tokens, at, from) || isEventOf(tokens, at, from))
      return "ahead";
    if (isBidding(tokens, at, from) && !WAS_ENGLISH.has(textAt(tokens, to))) return "ahead";
    if (DID.has(text)) return "past";
    // "did not get it on monday" tells the past, "can I get it on monday" does not.
    if (text === "get") got = true;
    else if (OPEN.has(text)) return isPossible(tokens, at, from) ? "ahead" : undefined;
    happened ||= HAPPENED.has(text);
    wished ||= isToDo(tokens, at);
  }
  return happened && !wished && !got ? "past" : undefined;
}

function isModal(tokens: readonly Token[], at: number, happened: boolean): boolean {
  const [text, next] = [textAt(tokens, at), textAt(tokens, at + 1)];
  // "i'd ordered" is "I had ordered"; "could not log in on monday" wishes nothing.
  if (text.endsWith("'d") && HAPPENED.has(next)) return false;
  // "I can't find what I ordered on monday"
  return MODAL.has(text) || (CANNOT.has(text) && !happened);
}

/** Whether a wish is for something else than what happens on a day. */
function isAttention(tokens: readonly Token[], at: number, to: number): boolean {
  if (textAt(tokens, at + 1) === "not") return true;
  for (let word = at + 1; word < to; word++) if (ATTENTION.has(textAt(tokens, word))) return true;
  return false;
}

/** "have it shipped", "have my order delivered" */
function isMadeToHappen(tokens: readonly Token[], at: number): boolean {
  if (textAt(tokens, at) !== "have" || /^(?:i|we|you|they)$/.test(textAt(tokens, at - 1))) return false;
  const object = textAt(tokens, at + 1);
  return OBJECTS.has(object) && HAPPENED.has(textAt(tokens, at + (/^(?:my|our)$/.test(object) ? 3 : 2)));
}

/** The word that a day stands behind: "flight on 5 december". */
const nounBefore = (tokens: readonly Token[], from: number): string =>
  textAt(tokens, textAt(tokens, from - 1) === "on" ? from - 2 : from - 1);

function isForEvent(tokens: readonly Token[], at: number, from: number): boolean {
  if (textAt(tokens, at) !== "for" || !EVENT.has(nounBefore(tokens, from))) return false;
  for (let word = at - 1; word > at - FARTHEST && !stops(tokens, word); word--)
    if (BOUGHT_FOR.has(textAt(tokens, word))) return true;
  return false;
}

/** "my flight is on monday", "I have a meeting on monday" */
function isEventOf(tokens: readonly Token[], at: number, from: number): boolean {
  const text = textAt(tokens, at);
  const day = textAt(tokens, from - 1) === "on" ? from - 1 : from;
  if (/^(?:is|are)$/.test(text)) return at === day - 1 && EVENT.has(textAt(tokens, at - 1));
  return text === "have" && /^an?$/.test(textAt(tokens, at + 1)) && EVENT.has(nounBefore(tokens, from));
}

function isPossible(tokens: readonly Token[], at: number, to: number): boolean {
  if (!/^(?:you|it)$/.test(textAt(tokens, at + 1))) return false;
  for (let word = at + 2; word < to; word++) if (POSSIBLE.has(textAt(tokens, word))) return true;
  return false;
}

/** "deliver it on monday", "schedule pickup on monday": a sentence that begins with what is to be done. */
function isBidding(tokens: readonly Token[], at: number, from: number): boolean {
  if (!isToDo(tokens, at) || (at > 0 && !stops(tokens, at - 1))) return false;
  const next = textAt(tokens, at + 1);
  const behind = at + 1 === from || next === "on" || OBJECTS.has(next) || /^(?:an?|the)$/.test(next);
  return behind || /^(?:re)?schedule$|^arrange$/.test(textAt(tokens, at));
}

function isToDo(tokens: readonly Token[], at: number): boolean {
  const text = textAt(tokens, at);
  // "missed your call" is no call to make.
  if (ARTICLES.has(textAt(tokens, at - 1)) && textAt(tokens, at - 2) !== "for") return false;
  return TO_DO.has(text) || (TO_DO_WITH.has(text) && OBJECTS.has(textAt(tokens, at + 1)));
}

/** "kal was my birthday", "on monday I paid" */
export function englishBehind(tokens: readonly Token[], from: number, to: number): Tense {
  let seen = 0;
  for (let at = to; at < to + FARTHEST && !stops(tokens, at); at++) {
    const text = textAt(tokens, at);
    if (CLOCK.has(text) || tokens[at]?.kind === "number") continue;
    if (++seen > NEAR && SUBJECTS.has(text)) return undefined;
    if (isModal(tokens, at, true) || OPEN.has(text) || isToDo(tokens, at) || isMadeToHappen(tokens, at))
      return "ahead";
    if (WAS_ENGLISH.has(text)) return at === to && isPutOff(tokens, from, at) ? undefined : "past";
    if (/^(?:has|have|works)$/.test(text) && !isPerfect(tokens, at)) return "ahead";
    if (DID.has(text) || HAPPENED.has(text)) return "past";
  }
  return undefined;
}

const isPutOff = (tokens: readonly Token[], from: number, was: number): boolean =>
  EVENT.has(nounBefore(tokens, from)) && PUT_OFF.has(textAt(tokens, was + 1));

/** "has been delivered", "have already paid" */
const isPerfect = (tokens: readonly Token[], at: number): boolean =>
  [1, 2].some(
    (by) => /^(?:been|not|already)$/.test(textAt(tokens, at + by)) || HAPPENED.has(textAt(tokens, at + by)),
  );
