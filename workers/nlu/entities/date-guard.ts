import type { Line } from "./date-grammar.ts";
import type { Token } from "./tokens.ts";

/** Words behind which "after friday" says when, and not which of something. */
const SAYS_WHEN: ReadonlySet<string> = new Set(
  "me us him her them it you call come deliver delivered delivery available free only anytime sometime time book ship open busy back here there arrive arriving leave leaving pay meet visit not is are be anything slot appointment".split(
    " ",
  ),
);
const PICKS_ONE = /^(?:LAST|NEXT|FINAL|O\d.*|START|END|MID|EARLY|EARLIER|LATE|N\d.*|U:.*|W\d|P:.*)$/;
/** "most of next month" is not next month. */
const SHARES: ReadonlySet<string> = new Set(
  "most part parts bulk majority much portion chunk half rest remainder".split(" "),
);
/** Words in front of a holiday that make it another one: "orthodox easter", "gupt navratri", "chinese new year". */
const OTHER_HOLIDAY: ReadonlySet<string> = new Set(
  "orthodox coptic canadian american us usa chinese lunar tamil bengali gujarati marwari punjabi parsi persian iranian islamic arabic jewish jain buddhist sindhi assamese odia malayalam nepali nepal pakistan pakistani bangladesh ukraine russian greek julian financial academic gupt gupta magha magh ashadha ashadh paush masik monthly hartalika kajari kajli haritalika lathmar bhogi mattu kanum kaanum varalakshmi ayudha dev dhuleti गुप्त माघ आषाढ़ मासिक हरतालिका कजरी लठमार तमिल बंगाली गुजराती पारसी चीनी इस्लामी देव".split(
    " ",
  ),
);
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
  if (/^(?:EVERY|LAST|NEXT|FINAL|MID|EARLY|EARLIER|LATE|LATER|PAST|HALF|QUARTER)$/.test(before)) return false;
  // "orders of last month" are of a month; "the last class of this month" is a day of it.
  if (before === "OF" && (second !== "X" || [3, 4, 5].some((by) => PICKS_ONE.test(line.sign(at - by)))))
    return false;
  if (before === "OF" && SHARES.has(tokens[line.items[at - 2]?.from ?? -1]?.text ?? "")) return false;
  const kindOfHoliday = tokens[(line.items[at]?.from ?? 0) - 1]?.text ?? "";
  if (line.sign(at).startsWith("H:") && OTHER_HOLIDAY.has(kindOfHoliday)) return false;
  if (isOfAnotherYear(line, at, to)) return false;
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
  return !isRate(line, tokens, at, to);
}

const YEAR = /^N(?:19|20|21)\d\d$/;

/** "sharad purnima 2021", "2021 ki sharad purnima": a year whose day is doubtful, and that of no other year is meant. */
function isOfAnotherYear(line: Line, at: number, to: number): boolean {
  if (!line.sign(to - 1).startsWith("H:")) return false;
  const behind = /^(?:OF|IN)$/.test(line.sign(to)) ? to + 1 : to;
  const front = /^(?:GEN|ME)$/.test(line.sign(at - 1)) ? at - 2 : at - 1;
  return YEAR.test(line.sign(behind)) || YEAR.test(line.sign(front));
}

const COUNTS = new Set(
  "once twice thrice times often many per kitni kitne kitna kitnee baar कितनी कितने कितना बार".split(" "),
);
/** "5 times in 2 hours": of several nothing but this makes a rate; "ek baar dekho, 2 din me aa jayega" is none. */
const TIMES = new Set("once twice thrice times baar बार".split(" "));
const NO_TIMES = new Set("ek is har agli pichli एक इस हर अगली पिछली".split(" "));
const ENDS_A_SENTENCE = new Set([".", ",", "!", "?", ";", "।"]);
const SENTENCE = 8;

/** "how many leaves do I get in a year", "ek mahine me do baar": so much of something in any year, and no day. */
function isRate(line: Line, tokens: readonly Token[], at: number, to: number): boolean {
  const within = /^(?:IN|WITHIN)$/.test(line.sign(at));
  const amount = line.sign(within ? at + 1 : at);
  if (!/^(?:A|N[\d.]+)$/.test(amount) || (!within && line.sign(to - 1) !== "ME")) return false;
  const one = amount === "A" || amount === "N1";
  const [first = 0, last = 0] = [line.items[at]?.from, line.items[to - 1]?.to];
  return counts(tokens, first - 1, -1, one) || counts(tokens, last, 1, one);
}

function counts(tokens: readonly Token[], from: number, step: 1 | -1, one: boolean): boolean {
  for (let steps = 0, at = from; steps < SENTENCE; steps++, at += step) {
    const text = tokens[at]?.text ?? ".";
    if (ENDS_A_SENTENCE.has(text)) return false;
    if (!one) {
      if (TIMES.has(text) && !NO_TIMES.has(tokens[at - 1]?.text ?? "")) return true;
    } else if (COUNTS.has(text) || (text === "much" && tokens[at - 1]?.text === "how")) return true;
  }
  return false;
}
