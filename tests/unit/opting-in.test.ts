import { expect, test } from "vitest";
import { confirmQuestions, startedAnswers, stoppedAnswers } from "#texts/confirm-questions.ts";
import { messagingTexts } from "#texts/messaging.ts";
import { stopWords } from "#workers/contract/stop-words.ts";
import { factIn } from "#workers/contract/who-speaks.ts";
import {
  type Choice,
  CONFIRMED_WITHIN_MS,
  isConfirming,
  optingBy,
} from "#workers/domain/messaging/opting-in.ts";

const AT = Date.parse("2026-11-24T23:30:00Z");
const pending: Choice = { isGiven: false, isPending: true, wording: "START", at: AT };
const start = (more: Partial<Parameters<typeof optingBy>[0]> = {}) =>
  optingBy({
    ...{ fact: "startWord", words: "START", confirms: false, choice: undefined, confirmText: "" },
    ...{ messageId: "m1", at: AT },
    ...more,
  });

test("without the switch a start word is enough", () => {
  const { consents, answer } = start({ confirmText: null });
  expect(consents).toEqual([
    { given: true, purposes: ["marketing", "service"], wording: "START", source: "message:m1" },
  ]);
  expect(answer).toBe(messagingTexts.started);
});

test("with it offers wait for a confirmation, and what else the person wants does not", () => {
  const { consents, answer, choice } = start();
  expect(consents).toEqual([
    { given: true, purposes: ["service"], wording: "START", source: "message:m1" },
    { given: false, purposes: ["marketing"], wording: "START", source: "pending:m1" },
  ]);
  expect(answer).toBe(confirmQuestions["en"]);
  expect(choice).toEqual(pending);
});

test("the question is the enterprise's, else in the language of the word", () => {
  expect(start({ confirmText: "Really?" }).answer).toBe("Really?");
  expect(start({ words: "suscribirme" }).answer).toBe(confirmQuestions["es"]);
});

test("whoever stops or starts is answered in the language of their word, with a word of it that undoes that", () => {
  const said = (words: string) =>
    start({ fact: factIn(words) ?? "stopWord", words, confirmText: null }).answer ?? "";
  expect(said("Stopp")).toBe(stoppedAnswers["de"]);
  expect(said("बंद करो")).toBe(stoppedAnswers["hi"]);
  expect(said("suscribirme")).toBe(startedAnswers["es"]);
  expect(start({ words: "sí", confirms: true, choice: { ...pending, wording: "suscribirme" } }).answer).toBe(
    startedAnswers["es"],
  );
  const has = (answer: string, words: readonly string[]) =>
    words.some((word) => answer.toLowerCase().includes(word.toLowerCase()));
  for (const [language, { start: starts, stop }] of Object.entries(stopWords)) {
    if (language === "en") continue;
    expect(has(stoppedAnswers[language] ?? "", starts), language).toBe(true);
    expect(has(startedAnswers[language] ?? "", stop), language).toBe(true);
  }
});

test("who is asked is not asked again, until a week is over; who has agreed is never asked", () => {
  expect(start({ choice: pending, at: AT + CONFIRMED_WITHIN_MS })).toMatchObject({
    consents: [],
    choice: pending,
  });
  expect(start({ choice: pending, at: AT + CONFIRMED_WITHIN_MS + 1 }).consents).toHaveLength(2);
  expect(start({ choice: { ...pending, isPending: false, isGiven: true } }).answer).toBe(
    messagingTexts.started,
  );
});

test("a yes confirms within a week, in any of the languages, and nowhere else", () => {
  expect(isConfirming("Yes!", pending, AT + CONFIRMED_WITHIN_MS)).toBe(true);
  expect(isConfirming("हाँ", pending, AT)).toBe(true);
  expect(isConfirming("Sí", pending, AT)).toBe(true);
  expect(isConfirming("yes", pending, AT + CONFIRMED_WITHIN_MS + 1)).toBe(false);
  expect(isConfirming("yes", undefined, AT)).toBe(false);
  expect(isConfirming("yes", { ...pending, isPending: false }, AT)).toBe(false);
  expect(isConfirming("yes, what is it?", pending, AT)).toBe(false);
});

test("what confirms keeps both words as the proof, and a stop word ends all of it", () => {
  expect(start({ words: "yes", confirms: true, choice: pending, messageId: "m2" }).consents).toEqual([
    { given: true, purposes: ["marketing", "service"], wording: "START / yes", source: "message:m2" },
  ]);
  expect(start({ fact: "stopWord", words: "STOP", choice: pending })).toMatchObject({
    consents: [{ given: false, purposes: ["marketing", "service"] }],
    answer: messagingTexts.stopped,
  });
});
