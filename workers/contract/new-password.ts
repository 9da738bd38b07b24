import { z } from "zod";
import { accountTexts as texts } from "#texts/account.ts";
import { authTexts as auth } from "#texts/auth.ts";
import { shellTexts as shell } from "#texts/shell.ts";
import { isCommon } from "./common-passwords.ts";

export const SHORTEST = 8;
export const LONGEST = 128;
/** Fewest characters left of a password after the names in it are removed. */
const REMAINDER = 6;

/**
 * A newly chosen password: 8 to 128 characters of any kind, never trimmed, folded or cut, not among the most common,
 * and not just a name or address in `about` with something added. The form and the server share the rule.
 */
export const newPassword = (about: readonly string[] = []) =>
  z.string(auth.mandatory).check((context) => {
    const problem = problemOf(context.value, about);
    if (problem) context.issues.push({ code: "custom", message: problem, input: context.value });
  });

function problemOf(password: string, about: readonly string[]): string | undefined {
  // Characters as people count them: an emoji is one.
  const length = [...password].length;
  if (length === 0) return auth.mandatory;
  if (length < SHORTEST) return texts.passwordShort;
  if (length > LONGEST) return texts.passwordLong(LONGEST);
  if (isCommon(password)) return texts.passwordCommon;
  return wordsOf([shell.product, ...about]).some((word) => restsOn(password.toLowerCase(), word))
    ? texts.passwordAboutYou
    : undefined;
}

/** The names, whole and split into their parts; an address also without its domain. */
const wordsOf = (about: readonly string[]): string[] =>
  about
    .map((each) => each.trim().toLowerCase())
    .flatMap((each) => [each, each.replaceAll(/\s+/g, ""), ...each.split(/[\s@]+/)])
    .filter((word) => [...word].length >= 3);

const restsOn = (password: string, word: string): boolean =>
  password.includes(word) && [...password.replaceAll(word, "")].length < REMAINDER;
