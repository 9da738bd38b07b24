import { blacklistTexts as texts } from "#texts/blacklist.ts";
import type { Address } from "#workers/contract/inbound.ts";
import { MAIL_ADDRESS } from "#workers/contract/mail-address.ts";
import { phoneOf, phoneProblem } from "../customers/phone.ts";

const LONGEST_MAIL = 320;

/** An address as people type it: a mail address by its sign, else a number; or what is wrong with it. */
export function addressOf(typed: string): Address | { problem: string } {
  const text = typed.normalize("NFKC").trim();
  if (text.includes("@")) {
    const value = text.toLowerCase();
    const isMail = value.length <= LONGEST_MAIL && MAIL_ADDRESS.test(value);
    return isMail ? { kind: "mail", scope: "", value } : { problem: texts.mailWrong };
  }
  const value = phoneOf(text);
  return value ? { kind: "number", scope: "", value } : { problem: phoneProblem(text) };
}

/** Addresses of a pasted text: one a line, or separated by commas, semicolons or tabs. */
export const splitAddresses = (pasted: readonly string[]): string[] =>
  pasted.flatMap((each) => each.split(/[,;\t\r\n]+/)).filter((each) => each.trim() !== "");
