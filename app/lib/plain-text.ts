/** So much of a text fits into one line; more is not looked at, so that a long one costs no time. */
const LINE = 400;

export type Emphasis = "strong" | "em" | "code";
const EMPHASIS: ReadonlyMap<string, Emphasis> = new Map([
  ["**", "strong"],
  ["__", "strong"],
  ["`", "code"],
  ["*", "em"],
  ["_", "em"],
]);

/** Markdown as one line: the words without the signs that format them, and what was emphasised as `mark` has it. */
const lineOf = (markdown: string, mark: (words: string, sign: string) => string): string =>
  markdown
    .slice(0, LINE)
    .replace(/^[ \t]*(?:```|~~~).*$/gm, "")
    .replace(/^[ \t]*\|?[ \t]*:?-{2,}[ \t:|-]*$/gm, "")
    .replace(/^[ \t]*(?:>[ \t]?)*(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ x]\][ \t]+)?)?/gm, "")
    .replace(/!?\[([^[\]]*)\]\([^()\s]*(?:[ \t]+"[^"]*")?\)/g, "$1")
    .replace(/<((?:https?|mailto):[^<>\s]*)>/g, "$1")
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, (_, sign: string, words: string) => mark(words, sign))
    .replace(
      /(?<![\p{L}\p{N}*_\\])([*_])(?=[^\s*_])([^\n*_]*[^\s*_])\1(?![\p{L}\p{N}*_])/gu,
      (_, sign: string, words: string) => mark(words, sign),
    )
    .replace(/^[ \t]*\||\|[ \t]*$/gm, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();

/** Stand before what is emphasised, for each kind, and after it; they occur in no text. A text may say "valueOf", so no plain object is asked. */
const KINDS: ReadonlyMap<string, Emphasis> = new Map([
  ["\uE010", "strong"],
  ["\uE011", "em"],
  ["\uE012", "code"],
]);
const OPENS = new Map([...KINDS].map(([sign, kind]) => [kind, sign]));
const CLOSE = "\uE013";
const SIGNS = /[\uE010-\uE013]/g;

/** Markdown as one line in parts, with what was emphasised. */
export function inlineParts(markdown: string): { words: string; emphasis: Emphasis[] }[] {
  const line = lineOf(markdown.replaceAll(SIGNS, ""), (words, sign) => {
    const kind = EMPHASIS.get(sign);
    return kind ? `${OPENS.get(kind) ?? ""}${words}${CLOSE}` : words;
  });
  const within: Emphasis[] = [];
  return line.split(/([\uE010-\uE013])/).flatMap((piece) => {
    const kind = KINDS.get(piece);
    if (kind) within.push(kind);
    else if (piece === CLOSE) within.pop();
    else if (piece !== "") return [{ words: piece, emphasis: [...within] }];
    return [];
  });
}

/** The same as plain text, for tables. */
export const plainText = (markdown: string): string =>
  inlineParts(markdown)
    .map(({ words }) => words)
    .join("");
