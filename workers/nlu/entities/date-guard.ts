import type { Line } from "./date-grammar.ts";
import type { Token } from "./tokens.ts";

/** Words behind which "after friday" says when, and not which of something. */
const SAYS_WHEN: ReadonlySet<string> = new Set(
  "me us him her them it you call come deliver delivered delivery available free only anytime sometime time book ship open busy back here there arrive arriving leave leaving pay meet visit not is are be anything slot appointment".split(
    " ",
  ),
);
const PICKS_ONE = /^(?:LAST|NEXT|FINAL|O\d.*|START|END|MID|EARLY|LATE|N\d.*|U:.*|W\d|P:.*)$/;
const ENDS = /^(?:|S|COMMA|AND|ON|AT)$/;

/**
 * Whether the words around a date leave it what it is. A date word in a phrase that nobody here understands ("the
 * meeting after tomorrow", "the last friday of term") means another day, and no value is better than a wrong one.
 */
export function understood(
  line: Line,
  tokens: readonly Token[],
  at: number,
  to: number,
  kind: "day" | "clock" | "range",
): boolean {
  const [second, before, after] = [line.sign(at - 2), line.sign(at - 1), line.sign(to)];
  if (/^(?:EVERY|LAST|NEXT|FINAL|MID|EARLY|LATE|LATER|PAST|HALF|QUARTER)$/.test(before)) return false;
  // "orders of last month" are of a month; "the last class of this month" is a day of it.
  if (before === "OF" && (second !== "X" || [3, 4, 5].some((by) => PICKS_ONE.test(line.sign(at - by)))))
    return false;
  if (/^(?:O\d)/.test(before) && kind !== "clock") return false;
  // "2 years 1 month 21 days later"
  if (/^(?:U:|QUARTER)/.test(before) && /^(?:N|A$)/.test(line.sign(at)) && line.sign(at + 1).startsWith("U:"))
    return false;
  // "Nov-Feb 5th": the end is a day, which nothing here has read.
  if (kind === "range" && /^M\d/.test(line.sign(to - 1)) && /^[NO]\d{1,2}$/.test(after)) return false;
  // "on the second floor", "on the second date"
  const last = tokens[line.items[to - 1]?.from ?? 0];
  if (/^O\d/.test(line.sign(to - 1)) && last?.kind === "word" && /^(?:X|TARIKH)$/.test(after)) return false;
  if (after === "OF") return false;
  if (kind !== "clock" && (before === "AFTER" || before === "BEFORE") && !ENDS.test(second)) {
    const word = tokens[line.items[at - 2]?.from ?? -1]?.text ?? "";
    if (!SAYS_WHEN.has(word)) return false;
  }
  if (kind !== "clock" && (after === "AFTER" || after === "BEFORE")) return false;
  return true;
}
