import type { PendingIntent, TurnKind } from "#workers/contract/endpoints/conversation.ts";
import type { Parameter } from "#workers/contract/endpoints/intents.ts";
import { fillAsked, fillFrom, type Mention, type Values, withDefaults } from "./fill.ts";
import { substitute } from "./substitute.ts";

/** An intent as a turn needs it. */
export interface IntentFacts {
  id: string;
  name: string;
  response: string | null;
  parameters: readonly Parameter[];
}

/** All that one step of a conversation depends on. */
export interface Facts {
  text: string;
  /** What the session was filling, and the intent if it still exists. */
  pending: PendingIntent | null;
  pendingIntent: IntentFacts | null;
  /** The intent that the message means, when that is sure enough. */
  winner: IntentFacts | null;
  /** Entities of the message that an intent's parameters need, without overlaps, by place. */
  mentionsFor: (intent: IntentFacts) => readonly Mention[];
  /** The entity that the bot asked for, by place, whatever else stands in the same words. */
  asked: readonly Mention[];
  /** The message says to stop asking. */
  cancels: boolean;
  /** How many answers without the value are taken before the bot gives up. */
  retries: number;
}

/**
 * What told which intent this is: the message's own words, the value that it gave for what was asked, or nothing in
 * it (the intent is then only the one that is being filled, if any).
 */
export type Heard = "words" | "value" | "nothing";

export interface Decision {
  kind: TurnKind;
  intent: IntentFacts | null;
  heard: Heard;
  /** Null: the caller has the words for this kind of turn. */
  text: string | null;
  pending: PendingIntent | null;
  /** What is known of the intent's parameters, by name. */
  values: Values;
}

/**
 * One step of a conversation, as a function of what is known: fill the parameter that was asked for, switch to
 * another intent, stop, ask for what is missing, answer, or give up.
 */
export function decide(facts: Facts): Decision {
  const { pending, pendingIntent, winner, asked } = facts;
  const asking = pendingIntent?.parameters.find(({ name }) => name === pending?.asking);
  // An intent or a parameter that is gone since is not asked for any more.
  if (!pending || !pendingIntent || !asking) return winner ? begin(facts, winner) : notUnderstood;

  const { parameters } = pendingIntent;
  const other = winner !== null && winner.id !== pendingIntent.id;
  if (asked.length > 0 && !(other && isAside(facts.text, asked))) {
    const values = fillAsked(asked, asking, parameters, pending.values);
    const others = facts.mentionsFor(pendingIntent).filter((each) => !overlaps(each, asked));
    return collect(pendingIntent, fillFrom(others, parameters, values), "value");
  }
  if (other) return begin(facts, winner);
  if (facts.cancels) return ended("cancelled", pendingIntent, pending.values, "words");

  // Not what was asked for, but what else it says is not lost.
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

/** The value is less than half of what was said: the message is about something else and only mentions it. */
function isAside(text: string, asked: readonly Mention[]): boolean {
  const length = (part: string): number => part.replace(/[\s\p{P}]/gu, "").length;
  const given = asked.reduce((sum, { start, end }) => sum + length(text.slice(start, end)), 0);
  return given * 2 < length(text);
}

const overlaps = (one: Mention, others: readonly Mention[]): boolean =>
  others.some(({ start, end }) => one.start < end && start < one.end);

const begin = (facts: Facts, intent: IntentFacts): Decision =>
  collect(intent, fillFrom(facts.mentionsFor(intent), intent.parameters, {}), "words");

/** The intent is forgotten, half-filled as it is. */
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
 * Prompts are asked in order; when they run out the last is asked again. Only what people said is kept: a fixed value
 * still gives way to it.
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
