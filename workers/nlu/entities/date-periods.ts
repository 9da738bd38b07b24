import { dayOf, lastDayOf, partsOf } from "./calendar.ts";
import type { Today } from "./date-days.ts";
import { monday, monthNumber, months, offset, type Span, spanOfUnit } from "./date-units.ts";
import { unitsLater } from "./day-reckoning.ts";
import { amountOf, type Line, Rules } from "./date-grammar.ts";

export interface PeriodAt {
  to: number;
  /** First and last day. */
  first: number;
  last: number;
}

/** The weekend that comes, or that goes on; the next one is that of the next week. */
function weekend(ref: string, today: number): Span {
  const saturday = monday(today) + 5;
  const by = ref === "NEXT" ? 7 : ref === "LAST" ? -7 : 0;
  return [saturday + by, saturday + by + 1];
}

function monthNamed(ref: string, wanted: number, today: number): Span {
  const now = monthNumber(today);
  const same = Math.floor(now / 12) * 12 + wanted - 1;
  if (ref === "THIS") return months(same, 1);
  if (ref === "LAST") return months(same < now ? same : same - 12, 1);
  if (ref === "PAST") return months(same <= now ? same : same - 12, 1);
  if (ref === "") return months(same < now ? same + 12 : same, 1);
  return months(same <= now ? same + 12 : same, 1);
}

/** The days 1 to 7, 8 to 14 and so on of a month; the last week is its last seven days. */
function weekOfMonth(which: string, first: number): Span | undefined {
  const { year, month } = partsOf(first);
  const last = lastDayOf(year, month);
  if (!which.startsWith("O")) return [last - 6, last];
  const nth = Number(which.slice(1));
  return nth >= 1 && nth <= 4 ? [first + nth * 7 - 7, first + nth * 7 - 1] : undefined;
}

/** Early, in the middle and late: of a week Monday to Tuesday, Wednesday to Thursday and the rest, of a month ten days each. */
function partOf(which: string, [first, last]: Span): Span {
  const [one, two] = last - first === 6 ? [2, 4] : [10, 20];
  if (which === "EARLY" || which === "START") return [first, first + one - 1];
  return which === "MID" ? [first + one, first + two - 1] : [first + two, last];
}

/** A part of this one, or of the next one where it is over and nobody said which. */
function partOfUnit(which: string, ref: string, name: string, today: number): Span | undefined {
  for (const by of ref === "" ? [0, 1] : [offset(ref)]) {
    const whole = spanOfUnit(name, by, today);
    const part = whole && partOf(which, whole);
    if (part && (ref !== "" || part[1] >= today)) return part;
  }
  return undefined;
}

/** "earlier this month" is what of it is over; "earlier last week" is its beginning. */
function earlier(ref: string, name: string, today: number): Span | undefined {
  if (ref !== "THIS")
    return /^U:(?:week|month)$/.test(name) ? partOfUnit("EARLY", ref, name, today) : undefined;
  const whole = spanOfUnit(name, 0, today);
  return whole && whole[0] < today ? [whole[0], today - 1] : undefined;
}

/** "next 3 days" begin tomorrow, "last 2 weeks" end yesterday. */
function counted(ref: string, amount: number, name: string, today: number): Span | undefined {
  const end = unitsLater(today, ref === "LAST" ? -amount : amount, name);
  if (end === undefined || amount < 1) return undefined;
  return ref === "LAST" ? [end, today - 1] : [today + 1, end];
}

/** "the first half of december" ends on the 15th, that of a year in June. */
function halfOf(nth: number, span: Span | undefined): Span | undefined {
  if (!span || nth < 1 || nth > 2) return undefined;
  const [first, last] = span;
  const middle = last - first > 31 ? months(monthNumber(first), 6)[1] : first + 14;
  return nth === 1 ? [first, middle] : [middle + 1, last];
}

/** "rest of this week": from today to its end; of a stretch that today is not in, nothing is left to tell. */
const restOf = (span: Span | undefined, today: number): Span | undefined =>
  span && span[0] <= today && today <= span[1] ? [today, span[1]] : undefined;

const quarterOf = (nth: number, year: number): Span | undefined =>
  nth >= 1 && nth <= 4 ? months(year * 12 + (nth - 1) * 3, 3) : undefined;
const yearNow = (today: number): number => partsOf(today).year;

type Rule = readonly [
  written: string,
  make: (groups: string[], today: number, past: () => boolean) => Span | undefined,
];

const RULES: readonly Rule[] = [
  ["THE? REF UNIT", ([ref = "", name = ""], today) => spanOfUnit(name, offset(ref), today)],
  ["THE? UNIT AFTER NEXT", ([name = ""], today) => spanOfUnit(name, 2, today)],
  ["NEXT TO NEXT UNIT", ([name = ""], today) => spanOfUnit(name, 2, today)],
  ["THE? UNIT BEFORE LAST", ([name = ""], today) => spanOfUnit(name, -2, today)],
  ["ON|BY|AT? THE? REF? WEEKEND", ([ref = ""], today) => weekend(ref, today)],
  [
    "THE? REF NUM UNIT",
    ([ref = "", amount = "", name = ""], today) =>
      ref === "THIS" || ref === "COMING" ? undefined : counted(ref, amountOf(amount), name, today),
  ],
  [
    "WITHIN NUM UNIT",
    ([amount = "", name = ""], today) => {
      const end = unitsLater(today, amountOf(amount), name);
      return end === undefined ? undefined : [today, end];
    },
  ],
  [
    "ON|BY|AT|IN? THE? END OF THE? REF? U:week",
    ([ref = ""], today) => partOfUnit("END", ref, "U:week", today),
  ],
  [
    "ON|BY|AT|IN? THE? START OF THE? REF U:week",
    ([ref = ""], today) => partOfUnit("START", ref, "U:week", today),
  ],
  [
    "REF? U:week GEN ENDS",
    ([ref = "", which = ""], today) => partOfUnit(which, ref || "THIS", "U:week", today),
  ],
  [
    "BY|IN? THE? SIDE OF? THE? REF SHORTUNIT",
    ([which = "", ref = "", name = ""], today) => partOfUnit(which, ref, name, today),
  ],
  ["EARLIER THE? REF UNIT", ([ref = "", name = ""], today) => earlier(ref, name, today)],
  [
    "FOR? THE? REST OF THE? REF? UNIT",
    ([ref = "", name = ""], today) => restOf(spanOfUnit(name, offset(ref), today), today),
  ],
  [
    "IN? THE? NTH N0.5000 OF MONTH YEAR?",
    ([nth, month, year], today) =>
      halfOf(
        Number(nth),
        year ? months(Number(year) * 12 + Number(month) - 1, 1) : monthNamed("", Number(month), today),
      ),
  ],
  [
    "IN? THE? NTH N0.5000 OF THE? REF? MONTH_OR_YEAR",
    ([nth, ref = "", name = ""], today) => halfOf(Number(nth), spanOfUnit(name, offset(ref), today)),
  ],
  ["IN? THE? NTH N0.5000 OF YEAR", ([nth, year]) => halfOf(Number(nth), months(Number(year) * 12, 12))],
  ["THE? REST OF MONTH", ([month], today) => restOf(monthNamed("", Number(month), today), today)],
  ["THE? REST OF YEAR", ([year]: string[], today) => restOf(months(Number(year) * 12, 12), today)],
  ["EARLIER THE UNIT", ([name = ""], today) => earlier("THIS", name, today)],
  ["BY|IN? SIDE OF? THE SHORTUNIT", ([which = "", name = ""], today) => partOfUnit(which, "", name, today)],
  ["BY|IN? THE? MID OF? THE? U:week", (_groups, today) => partOfUnit("MID", "", "U:week", today)],
  ["BY|IN? THE? MID OF? THE? U:month", (_groups, today) => partOfUnit("MID", "", "U:month", today)],
  [
    "BY|IN? THE? SIDE OF? MONTH YEAR?",
    ([which = "", month, year], today) =>
      partOf(
        which,
        year ? months(Number(year) * 12 + Number(month) - 1, 1) : monthNamed("", Number(month), today),
      ),
  ],
  ["MONTH OF|IN|COMMA|DASH? YEAR", ([month, year]) => months(Number(year) * 12 + Number(month) - 1, 1)],
  ["YEAR GEN|ME? MONTH", ([year, month]) => months(Number(year) * 12 + Number(month) - 1, 1)],
  [
    "THE? U:month OF MONTH YEAR?",
    ([month, year], today) =>
      year ? months(Number(year) * 12 + Number(month) - 1, 1) : monthNamed("", Number(month), today),
  ],
  [
    "REF? MONTH ME?",
    ([ref = "", month], today, past) => monthNamed(ref || (past() ? "PAST" : ""), Number(month), today),
  ],
  [
    "MONTH OF? REF U:year",
    ([month, ref = ""], today) => months((yearNow(today) + offset(ref)) * 12 + Number(month) - 1, 1),
  ],
  [
    "REF U:year GEN? MONTH",
    ([ref = "", month], today) => months((yearNow(today) + offset(ref)) * 12 + Number(month) - 1, 1),
  ],
  ["IN THE? U:year? YEAR", ([year]) => months(Number(year) * 12, 12)],
  ["THE? U:year OF? YEAR", ([year]) => months(Number(year) * 12, 12)],
  ["YEAR ME", ([year]) => months(Number(year) * 12, 12)],
  ["U:fiscal YEAR", ([year]) => months(Number(year) * 12 + 3, 12)],
  [
    "THE? ORD U:week OF|IN MONTH YEAR?",
    ([which = "", month, year], today) =>
      weekOfMonth(
        which,
        year ? dayOf(Number(year), Number(month), 1) : monthNamed("", Number(month), today)[0],
      ),
  ],
  [
    "THE? ORD U:week OF|IN THE? REF? U:month",
    ([which = "", ref = ""], today) => weekOfMonth(which, months(monthNumber(today) + offset(ref), 1)[0]),
  ],
  [
    "REF U:month GEN ORD U:week",
    ([ref = "", which = ""], today) => weekOfMonth(which, months(monthNumber(today) + offset(ref), 1)[0]),
  ],
  ["QTR OF? YEAR", ([nth, year]) => quarterOf(Number(nth), Number(year))],
  ["YEAR QTR", ([year, nth]) => quarterOf(Number(nth), Number(year))],
  [
    "REF U:year NTH QUARTER",
    ([ref = "", nth], today) => quarterOf(Number(nth), yearNow(today) + offset(ref)),
  ],
  ["QTR", ([nth], today) => quarterOf(Number(nth), yearNow(today))],
  ["THE? NTH QUARTER OF? YEAR", ([nth, year]) => quarterOf(Number(nth), Number(year))],
  [
    "THE? NTH QUARTER OF THE? REF? U:year",
    ([nth, ref = ""], today) => quarterOf(Number(nth), yearNow(today) + offset(ref)),
  ],
  [
    "U:week OF THE? MONTH DAYNUM",
    ([month, day], today) => {
      const found = dayOf(yearNow(today), Number(month), Number(day));
      return [monday(found), monday(found) + 6];
    },
  ],
];

const PERIODS = new Rules<{ today: number; line: Line; at: number }, Span>(
  RULES.map(([written, make]) => [
    written,
    (groups, { today, line, at }, to) => make(groups, today, () => line.isPast(at, to)),
  ]),
);

/** The longest phrase from an item on that means some days together. */
export function periodOf(line: Line, at: number, { today }: Today): PeriodAt | undefined {
  const found = PERIODS.longest(line, at, { today, line, at });
  return found && { to: found.to, first: found.value[0], last: found.value[1] };
}
