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

/** Checks that a pattern can be used; if not, says where it cannot be read (UTF-16 units from 0) and why. */
export function checkPattern(
  pattern: string,
): { ok: true } | { ok: false; position: number; reason: string } {
  try {
    compilePattern(pattern);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) return { ok: false, position: 0, reason: String(error) };
    // The expression is compiled behind a flag of ours, which nobody wrote.
    const part = (error.getPattern() ?? "").replace(/^\(\?i\)/, "");
    const reason = error.getDescription();
    const position = placeOf(reason, part, pattern);
    return { ok: false, position, reason: part && part !== pattern ? `${reason}: ${part}` : reason };
  }
}

/** RE2 names the part that it cannot read but not its position; for brackets it names the whole pattern. */
function placeOf(reason: string, part: string, pattern: string): number {
  if (reason.endsWith(" )")) return strayBracket(pattern);
  if (reason.startsWith("trailing")) return pattern.length - 1;
  // Of two equal names the second is one too many.
  const at = reason.startsWith("duplicate") ? pattern.lastIndexOf(`<${part}>`) : pattern.indexOf(part);
  return Math.max(at, 0);
}

/** The first round bracket that closes nothing, else the last one that is never closed. */
function strayBracket(pattern: string): number {
  const open: number[] = [];
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at];
    if (sign === "\\") at++;
    else if (inClass) inClass = sign !== "]";
    else if (sign === "[") inClass = true;
    else if (sign === "(") open.push(at);
    else if (sign === ")" && open.pop() === undefined) return at;
  }
  return open.at(-1) ?? 0;
}

/** The matches of a pattern, empty ones left out. */
export function matchesOf(pattern: RE2JS, text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const matcher = pattern.matcher(text.slice(0, MOST_TEXT));
  while (found.length < MOST_MATCHES && matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (end > start) found.push({ start, end });
  }
  return found;
}
