import { publishTexts as texts } from "#texts/publish.ts";
import { LAUNCH } from "#workers/contract/endpoints/automation-instances.ts";

/** Words as they are typed, one a line, each once. */
export const wordsIn = (typed: string): string[] => [
  ...new Set(typed.split("\n").flatMap((line) => line.trim().replace(/\s+/gu, " ") || [])),
];

export const wordsProblem = (typed: string): string | undefined => {
  const words = wordsIn(typed);
  if (words.length > LAUNCH.keywords) return texts.wordsTooMany(LAUNCH.keywords);
  return words.some(({ length }) => length > LAUNCH.keyword) ? texts.wordTooLong(LAUNCH.keyword) : undefined;
};
