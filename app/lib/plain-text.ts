/** So much of a text fits into one line; more is not looked at, so that a long one costs no time. */
const LINE = 400;

/** Markdown as one line of plain text, for tables: the words without the signs that format them. */
export const plainText = (markdown: string): string =>
  markdown
    .slice(0, LINE)
    .replace(/^[ \t]*(?:```|~~~).*$/gm, "")
    .replace(/^[ \t]*\|?[ \t]*:?-{2,}[ \t:|-]*$/gm, "")
    .replace(/^[ \t]*(?:>[ \t]?)*(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ x]\][ \t]+)?)?/gm, "")
    .replace(/!?\[([^[\]]*)\]\([^()\s]*(?:[ \t]+"[^"]*")?\)/g, "$1")
    .replace(/<((?:https?|mailto):[^<>\s]*)>/g, "$1")
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}*_\\])([*_])(?=[^\s*_])([^\n*_]*[^\s*_])\1(?![\p{L}\p{N}*_])/gu, "$2")
    .replace(/^[ \t]*\||\|[ \t]*$/gm, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
