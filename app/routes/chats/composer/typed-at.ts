export type TypedKind = "canned" | "variable" | "colleague" | "emoji";

/** The request under the caret: the word after its sign, and where the sign stands. */
export interface Typed {
  kind: TypedKind;
  query: string;
  from: number;
}

/** Each captures what stands before its sign and must stay, and the query. */
const PATTERNS: readonly (readonly [TypedKind, RegExp])[] = [
  ["variable", /()\{\{([^{}\n]{0,60})$/u],
  ["canned", /(^|\s)\/([^\s/]{0,50})$/u],
  // A first name and what follows it.
  ["colleague", /(^|[\s(])@([^\s@]{0,40}(?: [^\s@]{0,40})?)$/u],
  // Two letters at least, so that neither a time nor a typed smiley asks for one.
  ["emoji", /(^|[\s(]):([a-z0-9_+-]{2,40}:?)$/iu],
];

/** Reads what the word before the caret asks for, of the kinds that are offered here. */
export function typedAt(text: string, caret: number, kinds: readonly TypedKind[]): Typed | undefined {
  const before = text.slice(0, caret);
  for (const [kind, pattern] of PATTERNS) {
    const [found, kept = "", query = ""] = (kinds.includes(kind) && pattern.exec(before)) || [];
    if (found !== undefined) return { kind, query, from: caret - found.length + kept.length };
  }
  return undefined;
}

/** The text with words in the place of what was typed, and where the caret stands then. */
export function replaced(
  text: string,
  { kind, from }: Typed,
  caret: number,
  words: string,
): { text: string; caret: number } {
  const after = text.slice(caret);
  // Somebody may have closed the braces before choosing.
  const rest = kind === "variable" ? after.replace(/^\}\}?/, "") : after;
  return { text: text.slice(0, from) + words + rest, caret: from + words.length };
}
