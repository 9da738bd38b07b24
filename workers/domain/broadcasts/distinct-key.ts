import { mailOf } from "../messaging/address-on.ts";

/** A key that stays the same however a number or mail address is written: its digits, or the address that mails go to. */
export function distinctKey(typed: string): string {
  const text = typed.trim();
  if (text.includes("@") || text.includes("＠")) return mailOf(text) ?? text.toLowerCase();
  return text.replaceAll(/\D/g, "").replace(/^00/, "") || text;
}
