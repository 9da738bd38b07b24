import { botSaysTexts as texts } from "#texts/bot-says.ts";
import type { AgentConfig, languages } from "#workers/contract/endpoints/bots.ts";
import type { Offer, Pending, PendingIntent } from "#workers/contract/endpoints/bot-sessions.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { IntentFacts } from "./decide.ts";

type Language = (typeof languages)[number];

/** Below this share of the threshold the best guess is mostly wrong, and asking would only get in the way. */
const LEAST_SHARE = 0.4;
/** A runner-up with less than this share of the best guess's confidence is hardly ever what was meant. */
const LEAST_OF_BEST = 0.1;
const MOST_OFFERED = 3;

interface Candidate {
  id: string;
  confidence: number;
}

/** The candidates worth asking about: none where the bot does not ask, is sure enough, or knows next to nothing. */
export function worthAsking<Each extends Candidate>(
  { didYouMean, confidenceThreshold }: Pick<AgentConfig, "didYouMean" | "confidenceThreshold">,
  candidates: readonly Each[],
): Each[] {
  const best = candidates[0]?.confidence ?? 0;
  if (!didYouMean || best >= confidenceThreshold || best < confidenceThreshold * LEAST_SHARE) return [];
  return candidates.filter(({ confidence }) => confidence >= best * LEAST_OF_BEST).slice(0, MOST_OFFERED);
}

/** Half-filled intent and offer of a session; it has one of them at most. */
export const heldOf = (pending: Pending | null): { pending: PendingIntent | null; offer: Offer | null } =>
  pending && "offered" in pending ? { pending: null, offer: pending } : { pending, offer: null };

/** The words to choose from, in the order of their numbers. */
export const choicesFor = (offered: readonly Pick<IntentFacts, "name">[], language: Language): string[] => [
  ...offered.map(({ name }) => name),
  texts.noneOfThese[language],
];

/**
 * The choice that a message makes from an offer, by its words or its number; undefined: it is about something else. A
 * press says the words on the button.
 */
export function chosenOf({ offered }: Offer, text: string, language: Language): string | undefined {
  const said = nameKey(text.replace(/[\s.):]+$/u, ""));
  const choices = choicesFor(offered, language).map(nameKey);
  const numbered = /^\p{Nd}$/u.test(said) ? digitOf(said) - 1 : -1;
  const at = choices.includes(nameKey(text)) ? choices.indexOf(nameKey(text)) : choices.indexOf(said);
  const chosen = at >= 0 ? at : numbered;
  if (chosen < 0 || chosen >= choices.length) return undefined;
  return offered[chosen]?.id ?? "none";
}

/** Digits of a script stand side by side from its zero on. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  const zero = code >= 0x966 && code <= 0x96f ? 0x966 : 0x30;
  return code - zero;
}
