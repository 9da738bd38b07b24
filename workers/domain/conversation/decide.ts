import type { PendingIntent, TurnKind } from "#workers/contract/endpoints/conversation.ts";
import type { Parameter } from "#workers/contract/endpoints/intents.ts";
import { substitute } from "./substitute.ts";

/** An intent as a turn needs it. */
export interface IntentFacts {
  id: string;
  name: string;
  response: string | null;
  parameters: readonly Parameter[];
}

/** An entity in the message: what it is worth, and where it stands. */
export interface Mention {
  entityId: string;
  value: string;
  start: number;
  end: number;
}

/** All that one step of a conversation depends on. */
export interface Facts {
  text: string;
  /** What the session was filling, and the intent if it still exists. */
  pending: PendingIntent | null;
  pendingIntent: IntentFacts | null;
  /** The intent that the message means, when that is sure enough. */
  winner: IntentFacts | null;
  /** Entities of the message without overlaps, by place. */
  mentions: readonly Mention[];
  /** The entity that the bot asked for, whatever else stands in the same words. */
  asked: Mention | undefined;
  /** How many answers without the value are taken before the bot gives up. */
  retries: number;
}

export interface Decision {
  kind: TurnKind;
  intent: IntentFacts | null;
  /** Null: the caller asks the knowledge base, or answers that it did not understand. */
  text: string | null;
  pending: PendingIntent | null;
  /** What is known of the intent's parameters, by name. */
  values: Record<string, string>;
}

/**
 * One step of a conversation, as a function of what is known: fill the parameter that was asked for, switch to
 * another intent, ask for what is missing, answer, or give up.
 */
export function decide(facts: Facts): Decision {
  const { pending, pendingIntent, winner } = facts;
  const asking = pendingIntent?.parameters.find(({ name }) => name === pending?.asking);
  if (!pending || !pendingIntent || !asking) return winner ? begin(facts, winner) : notUnderstood;

  const other = winner !== null && winner.id !== pendingIntent.id;
  if (facts.asked && !(other && isAside(facts.text, facts.asked))) {
    const values = { ...pending.values, [asking.name]: facts.asked.value };
    return collect(pendingIntent, mentioned(facts, pendingIntent, values));
  }
  if (other) return begin(facts, winner);

  const tries = pending.tries + 1;
  if (tries >= facts.retries) {
    return { kind: "gaveUp", intent: pendingIntent, text: null, pending: null, values: pending.values };
  }
  return prompt(pendingIntent, asking, pending.values, tries);
}

const notUnderstood: Decision = { kind: "outOfScope", intent: null, text: null, pending: null, values: {} };

/** The value is less than half of what was said: the message is about something else and only mentions it. */
function isAside(text: string, { start, end }: Mention): boolean {
  const length = (part: string): number => part.replace(/[\s\p{P}]/gu, "").length;
  return length(text.slice(start, end)) * 2 < length(text);
}

function begin(facts: Facts, intent: IntentFacts): Decision {
  return collect(intent, mentioned(facts, intent, {}));
}

/** Parameters take the mentions of their entity in order; what is known already stays. */
function mentioned(
  { mentions, asked }: Facts,
  intent: IntentFacts,
  known: Record<string, string>,
): Record<string, string> {
  const values = { ...known };
  const free = mentions.filter((each) => !asked || each.end <= asked.start || asked.end <= each.start);
  for (const { id, name, value } of intent.parameters) {
    if (Object.hasOwn(values, name)) continue;
    const at = free.findIndex(({ entityId }) => entityId === id);
    const [mention] = at < 0 ? [] : free.splice(at, 1);
    const filled = mention?.value ?? value;
    if (filled) values[name] = filled;
  }
  return values;
}

/** Asks for the first required parameter that is missing, or answers. */
function collect(intent: IntentFacts, values: Record<string, string>): Decision {
  const missing = intent.parameters.find(({ name, required }) => required && !Object.hasOwn(values, name));
  if (missing) return prompt(intent, missing, values, 0);
  return {
    kind: "answer",
    intent,
    text: substitute(
      intent.response ?? "",
      intent.parameters.map(({ name }) => name),
      values,
    ),
    pending: null,
    values,
  };
}

/** Prompts are asked in order; when they run out the last is asked again. */
function prompt(
  intent: IntentFacts,
  { name, prompts }: Parameter,
  values: Record<string, string>,
  tries: number,
): Decision {
  return {
    kind: "prompt",
    intent,
    text: prompts[Math.min(tries, prompts.length - 1)] ?? name,
    pending: { intentId: intent.id, values, asking: name, tries },
    values,
  };
}
