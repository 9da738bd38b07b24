import type { PendingIntent, TurnKind } from "#workers/contract/endpoints/bot-sessions.ts";
import type { Parameter } from "#workers/contract/endpoints/intents.ts";
import { fillAsked, fillFrom, type Mention, type Values, withDefaults } from "./fill.ts";
import { substitute } from "./substitute.ts";

/** An intent as a turn needs it. */
export interface IntentFacts {
  id: string;
  name: string;
  response: string | null;
  parameters: readonly Parameter[];
  /** Once it has answered, a person goes on. */
  handsOver?: boolean;
}

/** All inputs of one step of a bot session. */
export interface Facts {
  text: string;
  /** The session's half-filled intent, and that intent if it still exists. */
  pending: PendingIntent | null;
  pendingIntent: IntentFacts | null;
  /** The intent that the message means, when the confidence is high enough. */
  winner: IntentFacts | null;
  /** The intent that the person chose of those that the bot offered. */
  chosen?: IntentFacts | null;
  /** Intents to ask about when the message means none of them surely enough, the likeliest first. */
  offers?: readonly IntentFacts[];
  /** Entities of the message that an intent's parameters need, without overlaps, by position. */
  mentionsFor: (intent: IntentFacts) => readonly Mention[];
  /** Matches of the entity that the bot asked for, by position, even where another entity matches the same words. */
  asked: readonly Mention[];
  /** The message asks to stop. */
  cancels: boolean;
  /** Number of answers without the value that are accepted before the bot gives up. */
  retries: number;
}

/**
 * The evidence for the intent: the message's own words, the value given for the parameter that was asked for (or the
 * intent chosen of those offered), or nothing in it (the intent is then the one being filled, if any).
 */
export type Heard = "words" | "value" | "nothing";

export interface Decision {
  kind: TurnKind;
  intent: IntentFacts | null;
  heard: Heard;
  /** Null: the caller has the text for this kind of turn. */
  text: string | null;
  pending: PendingIntent | null;
  /** Known values of the intent's parameters, by name. */
  values: Values;
  /** The intents that the bot asks about. */
  offers?: readonly IntentFacts[];
}

/**
 * One step of a bot session, as a pure function: fill the parameter that was asked for, switch to another intent,
 * stop, ask for a missing parameter, answer, ask which intent was meant, or give up.
 */
export function decide(facts: Facts): Decision {
  const { pending, pendingIntent, winner, asked, chosen, offers = [] } = facts;
  if (chosen) return collect(chosen, fillFrom(facts.mentionsFor(chosen), chosen.parameters, {}), "value");
  const asking = pendingIntent?.parameters.find(({ name }) => name === pending?.asking);
  // An intent or a parameter that has been deleted since is no longer asked for.
  if (!pending || !pendingIntent || !asking) {
    if (winner) return begin(facts, winner);
    return offers.length > 0 ? { ...notUnderstood, kind: "didYouMean", offers } : notUnderstood;
  }

  const { parameters } = pendingIntent;
  const other = winner !== null && winner.id !== pendingIntent.id;
  if (asked.length > 0 && !(other && isAside(facts.text, asked))) {
    const values = fillAsked(asked, asking, parameters, pending.values);
    const others = facts.mentionsFor(pendingIntent).filter((each) => !overlaps(each, asked));
    return collect(pendingIntent, fillFrom(others, parameters, values), "value");
  }
  if (other) return begin(facts, winner);
  if (facts.cancels) return ended("cancelled", pendingIntent, pending.values, "words");

  // The answer lacks the value that was asked for, but its other values are kept.
  const values = fillFrom(facts.mentionsFor(pendingIntent), parameters, pending.values);
  const tries = pending.tries + 1;
  if (tries >= facts.retries) return ended("gaveUp", pendingIntent, values, "nothing");
  return prompt(pendingIntent, asking, values, tries, "nothing");
}

const notUnderstood: Decision = {
  kind: "outOfScope",
  intent: null,
  heard: "nothing",
  text: null,
  pending: null,
  values: {},
};

/** The value is less than half of the message: the message is about something else and only mentions it. */
function isAside(text: string, asked: readonly Mention[]): boolean {
  const length = (part: string): number => part.replace(/[\s\p{P}]/gu, "").length;
  const given = asked.reduce((sum, { start, end }) => sum + length(text.slice(start, end)), 0);
  return given * 2 < length(text);
}

const overlaps = (one: Mention, others: readonly Mention[]): boolean =>
  others.some(({ start, end }) => one.start < end && start < one.end);

const begin = (facts: Facts, intent: IntentFacts): Decision =>
  collect(intent, fillFrom(facts.mentionsFor(intent), intent.parameters, {}), "words");

/** Drops the intent, half-filled as it is. */
const ended = (
  kind: "cancelled" | "gaveUp",
  intent: IntentFacts,
  values: Values,
  heard: Heard,
): Decision => ({ kind, intent, heard, text: null, pending: null, values });

/** Asks for the first required parameter that is missing, or answers. */
function collect(intent: IntentFacts, values: Values, heard: Heard): Decision {
  const all = withDefaults(intent.parameters, values);
  const missing = intent.parameters.find(({ name, required }) => required && !Object.hasOwn(all, name));
  if (missing) return prompt(intent, missing, values, 0, heard);
  const names = intent.parameters.map(({ name }) => name);
  const text = substitute(intent.response ?? "", names, all);
  return { kind: "answer", intent, heard, text, pending: null, values: all };
}

/**
 * Prompts are asked in order; after the last one it is repeated. Only values that people gave are kept, so that a fixed
 * value still gives way to them.
 */
function prompt(
  intent: IntentFacts,
  { name, prompts }: Parameter,
  values: Values,
  tries: number,
  heard: Heard,
): Decision {
  return {
    kind: "prompt",
    intent,
    heard,
    text: prompts[Math.min(tries, prompts.length - 1)] ?? name,
    pending: { intentId: intent.id, values: { ...values }, asking: name, tries },
    values: withDefaults(intent.parameters, values),
  };
}
