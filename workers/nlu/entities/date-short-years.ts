import { fullYear, partsOf, realDay } from "./calendar.ts";
import type { Line } from "./date-grammar.ts";

/** Days whose year has two digits; between dashes or slashes nothing else can be meant. */
const WRITTEN: readonly (readonly [written: string, order: "day" | "month", sure: boolean])[] = [
  ["WD? COMMA? THE? DAYNUM DASH MONTH DASH YY", "day", true],
  ["WD? COMMA? THE? DAYNUM SLASH MONTH SLASH YY", "day", true],
  ["WD? COMMA? THE? DAYNUM OF? MONTH YY", "day", false],
  ["WD? COMMA? MONTH DASH DAYNUM DASH YY", "month", true],
  ["WD? COMMA? MONTH SLASH DAYNUM SLASH YY", "month", true],
];
/** "5 dec 25 guests", "5 dec 10 am" and "5 dec 10 to 12" have no year. */
const ENDS_YEAR = /^(?:|S|COMMA|AT|ON|KO|GEN|TAK|BY|C\d+:\d+|P:\w+|NOON|FROM|AND)$/;
const ENDS_RANGE = /^(?:TO|TILL|SE|DASH)$/;
const LAST_HOUR = 24;

function isShortYear(written: string, line: Line, to: number): boolean {
  const after = line.sign(to);
  return ENDS_YEAR.test(after) || (ENDS_RANGE.test(after) && Number(written) > LAST_HOUR);
}

interface Context {
  today: number;
  line: Line;
}
interface DayFound {
  day: number;
  by: "other";
}

/** The rules of days with such a year. */
export const SHORT_YEARS = WRITTEN.map(
  ([written, order, sure]) =>
    [
      written,
      (
        [, first = "", second = "", year = ""]: string[],
        { today, line }: Context,
        to: number,
      ): DayFound | undefined => {
        if (!sure && !isShortYear(year, line, to)) return undefined;
        const [day, month] = order === "day" ? [first, second] : [second, first];
        const found = realDay(fullYear(Number(year), partsOf(today).year), Number(month), Number(day));
        return found === undefined ? undefined : { day: found, by: "other" };
      },
    ] as const,
);
