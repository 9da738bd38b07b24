import { readMoment } from "#app/lib/moment.ts";
import { dayOf } from "#app/lib/zone.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";

/** Times between which broadcasts were made, as moments in the reader's zone; empty where a side is open. */
export interface Range {
  start: string;
  end: string;
}

/** The specification's range (customer-master.md 9): so many days back to today. */
const DAYS_BACK = 7;
/** A side that was cleared, in the address; a missing one is the usual. */
const OPEN = "any";

export function usualRange(now: Date): Range {
  return { start: `${dayOf(now, -DAYS_BACK)}T00:00:00`, end: `${dayOf(now)}T23:59:59` };
}

const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Everything, for lists that begin without dates. */
export const openRange: Range = { start: "", end: "" };

export function rangeIn(search: URLSearchParams, now: Date, usual = usualRange(now)): Range {
  const side = (name: keyof Range) => {
    const given = search.get(name) ?? "";
    if (given === OPEN) return "";
    return isMoment(given) ? given : usual[name];
  };
  return { start: side("start"), end: side("end") };
}

/** The search params of a range; empty for a side that is the usual one. */
export function addressOfRange(
  { start, end }: Range,
  now: Date,
  usual = usualRange(now),
): Record<keyof Range, string> {
  return {
    start: start === usual.start ? "" : start || OPEN,
    end: end === usual.end ? "" : end || OPEN,
  };
}

const isoOf = (moment: string): string => (moment === "" ? "" : new Date(moment).toISOString());
/** As the list is asked for; the second that the range ends with is in it. */
export const queryOf = ({ start, end }: Range) => ({
  fromDate: isoOf(start),
  toDate: isoOf(end && `${end}.999`),
});

/** The range that was typed, or what is wrong with it. */
export function readRange(typed: Range): { range?: Range; problems: Partial<Range> } {
  const [start, end] = [readMoment(typed.start), readMoment(typed.end)];
  const problems = {
    ...(start === null && { start: texts.invalidDate }),
    ...(end === null && { end: texts.invalidDate }),
    ...(start && end && end < start && { end: texts.endBeforeStart }),
  };
  if (start === null || end === null || Object.keys(problems).length > 0) return { problems };
  return { range: { start, end }, problems };
}
