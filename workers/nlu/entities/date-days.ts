import { realDay, weekdayOf } from "./calendar.ts";
import { amountOf, type Line, longest, pattern, Rules } from "./date-grammar.ts";
import { SHORT_YEARS } from "./date-short-years.ts";
import { offset, spanOfUnit } from "./date-units.ts";
import {
  edge,
  edgeIn,
  edgeOfYear,
  holiday,
  inMonth,
  inYear,
  nearest,
  nearestOfMonth,
  nextWeekday,
  nth,
  nthIn,
  unitsLater,
  weekOf,
  weekday,
  weekdayAndDay,
  yearOf,
  yearOfMonth,
} from "./day-reckoning.ts";

/** The point that a phrase is reckoned from: the day, and its minute. */
export interface Today {
  today: number;
  minute: number;
}

interface DayAt {
  to: number;
  day: number;
  /** The words that gave the day, so that a range can give the rest: "5th to 10th december", "monday to friday". */
  by: "weekday" | "yearless" | "other";
}

/** Whether the sentence around is in the past, and no polite wish where that was asked. */
type Past = (politely?: boolean) => boolean;

interface DayFound {
  day: number;
  by: DayAt["by"];
}
type Rule = readonly [
  written: string,
  make: (groups: string[], today: number, past: Past) => number | undefined,
  by?: DayAt["by"],
];

const RULES: readonly Rule[] = [
  ["THE? REL", ([days], today) => today + Number(days)],
  ["WRITTEN", ([day]) => Number(day)],
  [
    "THE? REF? COMING? WD",
    ([ref = "", wanted], today, past) => weekday(ref, Number(wanted), today, () => past(true)),
    "weekday",
  ],
  ["THE? WD AFTER NEXT", ([wanted], today) => nextWeekday(Number(wanted), today) + 7],
  ["NEXT TO NEXT WD", ([wanted], today) => nextWeekday(Number(wanted), today) + 7],
  ["REF U:week GEN|COMMA? ON? WD", ([ref = "", wanted], today) => weekOf(ref, today) + Number(wanted) - 1],
  ["ON? WD OF|IN? THE? REF U:week", ([wanted, ref = ""], today) => weekOf(ref, today) + Number(wanted) - 1],
  // 5 December, the 5th of December 2027, December 5
  [
    "WD? COMMA? THE? DAYNUM OF|DASH|SLASH? MONTH COMMA|DASH|SLASH|OF? YEAR",
    ([, day, month, year], _today) => realDay(Number(year), Number(month), Number(day)),
  ],
  [
    "WD? COMMA? THE? DAYNUM OF|DASH? MONTH",
    ([, day, month], today, past) => yearless(Number(month), Number(day), today, past),
    "yearless",
  ],
  [
    "WD? COMMA? MONTH DASH|SLASH|COMMA? THE? DAYNUM COMMA|DASH|SLASH|OF? YEAR",
    ([, month, day, year]) => realDay(Number(year), Number(month), Number(day)),
  ],
  [
    "WD? COMMA? MONTH GEN|COMMA|SLASH? THE? DAYNUM TARIKH?",
    ([, month, day], today, past) => yearless(Number(month), Number(day), today, past),
    "yearless",
  ],
  [
    "YEAR DASH|SLASH MONTH DASH|SLASH DAYNUM",
    ([year, month, day]) => realDay(Number(year), Number(month), Number(day)),
  ],
  [
    "WD? COMMA? YEARLESS",
    ([, month, day], today, past) => yearless(Number(month), Number(day), today, past),
    "yearless",
  ],
  ["WD COMMA? THE? NTH", ([wanted, day], today) => weekdayAndDay(Number(wanted), Number(day), today)],
  [
    "THE? DAYNUM OF? MONTH REF U:year",
    ([day, month, ref = ""], today) => realDay(yearOf(ref, today), Number(month), Number(day)),
  ],
  // the 20th of this month
  ["THE? DAYNUM OF? THE? REF U:month", ([day, ref = ""], today) => inMonth(ref, Number(day), today)],
  [
    "THE? DAYNUM TARIKH|U:day? OF|GEN? THE? REF U:month",
    ([day, ref = ""], today) => inMonth(ref, Number(day), today),
  ],
  [
    "REF U:month GEN|COMMA? ON? THE? DAYNUM TARIKH?",
    ([ref = "", day], today) => inMonth(ref, Number(day), today),
  ],
  ["ON|BY|FROM|TILL THE? NTH", ([day], today, past) => nearestOfMonth(Number(day), today, past(true))],
  ["THE NTH OF|IN THE U:month", ([day], today, past) => nearestOfMonth(Number(day), today, past(true))],
  ["DAYNUM TARIKH", ([day], today, past) => nearestOfMonth(Number(day), today, past(true))],
  // the last Monday of March
  [
    "THE? ORD WD OF|IN MONTH YEAR?",
    ([which = "", wanted, month, year], today) =>
      nth(which, Number(wanted), Number(year) || yearOfMonth(Number(month), today), Number(month)),
  ],
  [
    "THE? ORD WD OF|IN? THE? REF U:month",
    ([which = "", wanted, ref = ""], today) => nthIn(which, Number(wanted), ref, today),
  ],
  [
    "THE? ORD WD OF|IN THE U:month",
    ([which = "", wanted], today) => nthIn(which, Number(wanted), "THIS", today),
  ],
  [
    "MONTH GEN ORD WD",
    ([month, which = "", wanted], today) =>
      nth(which, Number(wanted), yearOfMonth(Number(month), today), Number(month)),
  ],
  [
    "REF U:month GEN ORD WD",
    ([ref = "", which = "", wanted], today) => nthIn(which, Number(wanted), ref, today),
  ],
  // first and last days
  [
    "THE? ORD U:day OF|IN MONTH YEAR?",
    ([which = "", month, year], today) =>
      edge(which, Number(year) || yearOfMonth(Number(month), today), Number(month)),
  ],
  [
    "THE? ORD U:day OF|IN THE? REF? U:month",
    ([which = "", ref = ""], today) => edgeIn(which, ref || "THIS", today),
  ],
  [
    "REF? U:month GEN ORD U:day|TARIKH",
    ([ref = "", which = ""], today) => edgeIn(which, ref || "THIS", today),
  ],
  [
    "THE? ORD U:day OF|IN THE? REF? U:year",
    ([which = "", ref = ""], today) => edgeOfYear(which, yearOf(ref || "THIS", today)),
  ],
  ["AT|BY? THE? END OF THE? REF? U:month", ([ref = ""], today) => edgeIn("LAST", ref || "THIS", today)],
  ["REF? U:month GEN|DASH? END", ([ref = ""], today) => edgeIn("LAST", ref || "THIS", today)],
  [
    "END OF MONTH YEAR?",
    ([month, year], today) => edge("LAST", Number(year) || yearOfMonth(Number(month), today), Number(month)),
  ],
  ["MONTH GEN|DASH? END", ([month], today) => edge("LAST", yearOfMonth(Number(month), today), Number(month))],
  [
    "AT|BY? THE? END OF THE? REF? U:year",
    ([ref = ""], today) => edgeOfYear("LAST", yearOf(ref || "THIS", today)),
  ],
  ["REF? U:year GEN|DASH? END", ([ref = ""], today) => edgeOfYear("LAST", yearOf(ref || "THIS", today))],
  ["THE? START OF THE? REF U:month", ([ref = ""], today) => edgeIn("O1", ref, today)],
  ["THE? START OF THE? REF U:year", ([ref = ""], today) => edgeOfYear("O1", yearOf(ref, today))],
  ["THE? START OF MONTH", ([month], today) => edge("O1", yearOfMonth(Number(month), today), Number(month))],
  ["THE? START OF THE? U:month", (_groups, today) => nearestOfMonth(1, today, false)],
  ["REF U:month GEN START", ([ref = ""], today) => edgeIn("O1", ref, today)],
  ["AT|BY? THE? END OF THE? REF? QUARTER", ([ref = ""], today) => quarterEdge("END", ref, today)],
  ["REF? QUARTER GEN|DASH? END", ([ref = ""], today) => quarterEdge("END", ref, today)],
  ["THE? START OF THE? REF QUARTER", ([ref = ""], today) => quarterEdge("START", ref, today)],
  // some time from now
  ["NUM UNIT AGO|PEHLE", ([amount = "", unit = ""], today) => unitsLater(today, -amountOf(amount), unit)],
  ["NUM UNIT GEN BAAD", ([amount = "", unit = ""], today) => unitsLater(today, amountOf(amount), unit)],
  ["NUM UNIT LATER|BAAD", ([amount = "", unit = ""], today) => unitsLater(today, amountOf(amount), unit)],
  [
    "IN|AFTER NUM UNIT LATER?",
    ([amount = "", unit = ""], today) => unitsLater(today, amountOf(amount), unit),
  ],
  ["NUM UNIT ME", ([amount = "", unit = ""], today) => unitsLater(today, amountOf(amount), unit)],
  ["A|THE U:week FROM NOW", (_groups, today) => today + 7],
  ["IN A U:fortnight", (_groups, today) => today + 14],
  // holidays
  ["HOL COMMA|OF|IN? YEAR", ([key = "", year]) => inYear(key, Number(year))],
  ["YEAR GEN|ME? HOL", ([year, key = ""]) => inYear(key, Number(year))],
  ["HOL OF? REF U:year", ([key = "", ref = ""], today) => inYear(key, yearOf(ref, today))],
  ["REF U:year GEN? HOL", ([ref = "", key = ""], today) => inYear(key, yearOf(ref, today))],
  [
    "THE? REF? HOL",
    ([ref = "", key = ""], today, past) =>
      holiday(key, today, ref === "LAST" || (ref === "" && past()) ? -1 : 1),
  ],
];

/** "15 december ko delhi jana tha" is a wish, and "15 november ko" was ten days ago: of both the nearer one. */
function yearless(month: number, day: number, today: number, past: Past): number | undefined {
  const [last, coming] = [true, false].map((before) => nearest(month, day, today, before));
  if (!past()) return coming;
  const wish = !past(true) && last !== undefined && coming !== undefined && coming - today < today - last;
  return wish ? coming : last;
}

function quarterEdge(which: "START" | "END", ref: string, today: number): number | undefined {
  const span = spanOfUnit("QUARTER", offset(ref), today);
  return span?.[which === "START" ? 0 : 1];
}

interface Context {
  today: number;
  line: Line;
  at: number;
}

const DAYS = new Rules<Context, DayFound>([
  ...SHORT_YEARS,
  ...RULES.map(
    ([written, make, by = "other"]) =>
      [
        written,
        (groups: string[], { today, line, at }: Context, to: number): DayFound | undefined => {
          const day = make(groups, today, (politely) => line.isPast(at, to, politely));
          return day !== undefined && Number.isFinite(day) ? { day, by } : undefined;
        },
      ] as const,
  ),
]);

const COUNTED = pattern("IN? NUM UNIT AFTER|FROM|BEFORE THE?");
const COUNTED_BEFORE = /BEFORE /;
const DAY_BESIDE = pattern("THE? U:day AFTER|BEFORE THE?");
const WEEKDAY_AFTER = pattern("THE? WD AFTER THE?");
const COUNTED_BEHIND = pattern("SE|GEN? NUM UNIT GEN? BAAD|PEHLE");

/** The longest phrase from an item on that means one day. */
export function dayAt(line: Line, at: number, now: Today, depth = 0): DayAt | undefined {
  const { today } = now;
  const found = DAYS.longest(line, at, { today, line, at });
  // "on 3rd January" is more than "on the 3rd".
  const behindOn = /^(?:ON|BY|FROM|TILL)$/.test(line.sign(at))
    ? DAYS.longest(line, at + 1, { today, line, at: at + 1 })
    : undefined;
  const said = longest(found, behindOn);
  const best: DayAt | undefined = said && { to: said.to, ...said.value };
  if (depth > 1) return best;
  return longest(best && (behind(line, best) ?? best), inFront(line, at, now, depth));
}

/** "two days after Christmas", "the day before diwali", "monday after holi". */
function inFront(line: Line, at: number, now: Today, depth: number): DayAt | undefined {
  const counted = line.match(COUNTED, at);
  const beside = counted ?? line.match(DAY_BESIDE, at);
  if (beside) {
    const inner = dayAt(line, beside.to, now, depth + 1);
    const [amount = "A", unit = "U:day"] = beside.groups;
    const before = COUNTED_BEFORE.test(`${line.sign(beside.to - 1)} ${line.sign(beside.to - 2)} `);
    const day = inner && unitsLater(inner.day, amountOf(amount) * (before ? -1 : 1), unit);
    return inner && day !== undefined ? { to: inner.to, day, by: "other" } : undefined;
  }
  const weekdayAfter = line.match(WEEKDAY_AFTER, at);
  const inner = weekdayAfter && dayAt(line, weekdayAfter.to, now, depth + 1);
  if (!weekdayAfter || !inner || inner.by === "weekday") return undefined;
  const wanted = Number(weekdayAfter.groups[0]);
  return { to: inner.to, day: inner.day + 1 + ((wanted - weekdayOf(inner.day + 1) + 7) % 7), by: "other" };
}

/** "diwali ke do din baad" */
function behind(line: Line, inner: DayAt): DayAt | undefined {
  const counted = line.match(COUNTED_BEHIND, inner.to);
  if (counted) {
    const [amount = "", unit = ""] = counted.groups;
    const before = line.sign(counted.to - 1) === "PEHLE";
    const day = unitsLater(inner.day, amountOf(amount) * (before ? -1 : 1), unit);
    if (day !== undefined) return { to: counted.to, day, by: "other" };
  }
  return undefined;
}
