/** A key that stays the same however a number or mail address is written: its digits, or its lower-case letters. */
export function distinctKey(typed: string): string {
  const text = typed.trim();
  if (text.includes("@")) return text.toLowerCase();
  return text.replaceAll(/\D/g, "").replace(/^00/, "") || text;
}
