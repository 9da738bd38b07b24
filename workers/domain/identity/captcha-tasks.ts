import { randomInt } from "node:crypto";
import { captchaTexts as texts } from "#texts/captcha.ts";
import { drawDigits } from "./captcha-picture.ts";

interface Task {
  answer: string;
  /** A data URI; empty for a question. */
  picture: string;
  question: string | undefined;
}

const DIGITS = 5;
const WORDS = texts.ordinals.length;

export function pictureTask(): Task {
  const answer = Array.from({ length: DIGITS }, () => randomInt(10)).join("");
  return { answer, picture: drawDigits(answer), question: undefined };
}

/** Six words out of some two hundred, so that no table holds the questions. Reading them takes no program long. */
export function questionTask(): Task {
  const words = drawn(texts.words, WORDS);
  const at = randomInt(WORDS);
  const list = words.join(", ");
  const before = words[at - 1];
  const byWord = before !== undefined && randomInt(2) === 0;
  const question = byWord ? texts.wordAfter(before, list) : texts.wordAt(texts.ordinals[at] ?? "", list);
  return { answer: words[at] ?? "", picture: "", question };
}

/** So many different ones, in no order. */
function drawn(from: readonly string[], count: number): string[] {
  const chosen = new Set<string>();
  while (chosen.size < count) chosen.add(from[randomInt(from.length)] ?? "");
  return [...chosen];
}
