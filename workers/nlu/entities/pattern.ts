import { RE2JS, RE2JSSyntaxException } from "re2js";

/** A pattern is looked for in this much of a message only. */
export const MOST_TEXT = 10_000;
const MOST_MATCHES = 100;

/**
 * Users' patterns run on RE2 (linear in the text): JavaScript's own expressions can be made to run for hours and
 * nothing could stop them. Case does not count. Look-around and back-references do not exist in RE2 and are refused.
 */
export function compilePattern(pattern: string): RE2JS {
  return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
}

/** Whether a pattern can be used; if not, where it cannot be read and why. */
export function checkPattern(
  pattern: string,
): { ok: true } | { ok: false; position: number; reason: string } {
  try {
    compilePattern(pattern);
    return { ok: true };
  } catch (error) {
    const part = error instanceof RE2JSSyntaxException ? (error.getPattern() ?? "") : "";
    const at = part === "" ? -1 : pattern.indexOf(part);
    const reason = error instanceof RE2JSSyntaxException ? error.getDescription() : String(error);
    return { ok: false, position: Math.max(at, 0), reason: part ? `${reason}: ${part}` : reason };
  }
}

/** Where a pattern matches, empty matches left out. */
export function matchesOf(pattern: RE2JS, text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const matcher = pattern.matcher(text.slice(0, MOST_TEXT));
  while (found.length < MOST_MATCHES && matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (end > start) found.push({ start, end });
  }
  return found;
}
