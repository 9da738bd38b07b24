import type { RE2JS } from "re2js";
import { checkPattern, compilePattern, MOST_TEXT } from "#workers/nlu/entities/pattern.ts";
import { expressionTexts } from "#texts/expression.ts";

export const MOST_PATTERN = 500;
/** Instructions of a compiled pattern: matching takes text × instructions, and `(a{100}){10}` has over 1,000. */
const MOST_PROGRAM = 1_000;

const texts = expressionTexts.problems;
const compiled = new Map<string, RE2JS>();
const MOST_COMPILED = 200;

/** Why a pattern of like() is refused when it is saved, if it is. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > MOST_PATTERN) return texts.longPattern(MOST_PATTERN);
  const result = checkPattern(pattern);
  if (!result.ok) return texts.pattern(result.reason);
  return patternSize(pattern) > MOST_PROGRAM ? texts.largePattern : undefined;
}

/** The instructions that each character of a text may cost. */
export const patternSize = (pattern: string): number => patternOf(pattern).programSize();

/** Tells whether a pattern is found in a text, whatever the case, in time linear in the text. */
export const like = (text: string, pattern: string): boolean =>
  patternOf(pattern).matcher(text.slice(0, MOST_TEXT)).find();

function patternOf(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  if (compiled.size >= MOST_COMPILED) compiled.clear();
  const made = compilePattern(pattern);
  compiled.set(pattern, made);
  return made;
}
