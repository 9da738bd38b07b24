/** What numbers and mail addresses have in common however they are written: their digits, or their small letters. */
export function distinctKey(typed: string): string {
  const text = typed.trim();
  if (text.includes("@")) return text.toLowerCase();
  return text.replaceAll(/\D/g, "").replace(/^00/, "") || text;
}
