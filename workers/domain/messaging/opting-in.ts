import { confirmQuestions, startedAnswers, stoppedAnswers } from "#texts/confirm-questions.ts";
import { messagingTexts } from "#texts/messaging.ts";
import { type Purpose, purposes } from "#workers/contract/inbound.ts";
import { isYes, languageOf } from "#workers/contract/confirm-words.ts";
import type { Fact } from "#workers/contract/who-speaks.ts";
import type { Outer } from "../bare/outer.ts";

/** A start word waits so long for its confirmation. */
export const CONFIRMED_WITHIN_MS = 7 * 86_400_000;
/** The source of a word that waits for its confirmation, before its message's id. */
export const PENDING = "pending:";

/** The last word of somebody about offers. */
export interface Choice {
  isGiven: boolean;
  isPending: boolean;
  wording: string;
  at: number;
}

/** SQL of the last word about offers of an identity, for `choiceIn`. */
export const CHOICE_OF = (enterprise: Outer, identity: Outer): string =>
  `(SELECT json_array(s.given, s.source GLOB '${PENDING}*', s.wording, s.at) FROM consents s WHERE s.enterprise_id = ${enterprise}
    AND s.identity_id = ${identity} AND s.purpose = 'marketing' ORDER BY s.at DESC, s.id DESC LIMIT 1)`;
export function choiceIn(json: string): Choice {
  const [given, pending, wording, at] = JSON.parse(json) as [0 | 1, 0 | 1, string, number];
  return { isGiven: given === 1, isPending: pending === 1, wording, at };
}
/** SQL of what an enterprise asks whoever says a start word; null where their word is enough. */
export const CONFIRM_TEXT_OF = (enterprise: Outer): string =>
  `(SELECT o.confirm_text FROM offer_rules o WHERE o.id = ${enterprise})`;

const isAsked = (choice: Choice | undefined, at: number): choice is Choice =>
  choice !== undefined && choice.isPending && at >= choice.at && at - choice.at <= CONFIRMED_WITHIN_MS;

/** Whether words confirm a start word that waits for it; anywhere else they are an answer like any other. */
export const isConfirming = (words: string, choice: Choice | undefined, at: number): boolean =>
  isAsked(choice, at) && isYes(words);

/** The answer to a word in its own language, as the word that undoes it is. */
function answerTo(given: boolean, word: string): string {
  const language = languageOf(word);
  if (given) return startedAnswers[language] ?? messagingTexts.started;
  return stoppedAnswers[language] ?? messagingTexts.stopped;
}

interface GivenConsent {
  given: boolean;
  purposes: readonly Purpose[];
  wording: string;
  source: string;
}

/** The consents of a stop or start word, and the answer to it; pure. We ask once, and asking gives nothing. */
export function optingBy({
  fact,
  words,
  confirms,
  choice,
  confirmText,
  messageId,
  at,
}: {
  fact: Fact;
  words: string;
  confirms: boolean;
  choice: Choice | undefined;
  confirmText: string | null;
  messageId: string;
  at: number;
}): { consents: GivenConsent[]; answer: string | undefined; choice: Choice | undefined } {
  const given = fact === "startWord";
  const source = `message:${messageId}`;
  // Both words are the proof.
  const wording = confirms && choice ? `${choice.wording} / ${words}` : words;
  if (!given || confirms || confirmText === null || choice?.isGiven === true)
    return {
      consents: [{ given, purposes, wording, source }],
      answer: answerTo(given, confirms && choice ? choice.wording : words),
      choice: { isGiven: given, isPending: false, wording, at },
    };
  if (isAsked(choice, at)) return { consents: [], answer: undefined, choice };
  return {
    consents: [
      { given: true, purposes: purposes.filter((each) => each !== "marketing"), wording, source },
      { given: false, purposes: ["marketing"], wording, source: PENDING + messageId },
    ],
    answer: confirmText || confirmQuestions[languageOf(words)] || confirmQuestions["en"],
    choice: { isGiven: false, isPending: true, wording, at },
  };
}
