import { blacklistTexts as texts } from "#texts/blacklist.ts";
import type { Address } from "#workers/contract/inbound.ts";
import { phoneOf, phoneProblem } from "../customers/phone.ts";
import { mailOf } from "../messaging/address-on.ts";

/** An address as people type it: a mail address by its sign, else a number; or what is wrong with it. */
export function addressOf(typed: string): Address | { problem: string } {
  const text = typed.normalize("NFKC").trim();
  if (text.includes("@")) {
    const value = mailOf(text);
    return value ? { kind: "mail", scope: "", value } : { problem: texts.mailWrong };
  }
  const value = phoneOf(text);
  return value ? { kind: "number", scope: "", value } : { problem: phoneProblem(text) };
}

/** Addresses of a pasted text: one a line, or separated by commas, semicolons or tabs. */
export const splitAddresses = (pasted: readonly string[]): string[] =>
  pasted.flatMap((each) => each.split(/[,;\t\r\n]+/)).filter((each) => each.trim() !== "");
