import { reportsTexts as texts } from "#texts/reports.ts";
import { MOST_DAYS, type ReportRange } from "#workers/contract/endpoints/reports.ts";
import { DomainError } from "../error.ts";
import { DAY_MS, QUARTER_MS } from "./grain.ts";
import { localOf, momentOf, type Zone, zoneOf } from "./zone.ts";

/** Parameters of a report: `from` is inclusive, `to` exclusive; both are at the start of a quarter of an hour. */
export interface Range {
  agentId: string;
  from: number;
  to: number;
  zone: Zone;
}

/**
 * The range as reports count it, widened to quarters of an hour, so that every figure, chart and list is of the same
 * time. Throws invalid when it ends before it begins or is too long.
 */
export function readRange(input: ReportRange): Range {
  const zone = zoneOf(input);
  const start = momentIn(input.startDate, zone);
  const end = momentIn(input.endDate, zone);
  if (end < start) refuse("endDate", texts.endBeforeStart);
  if (end - start > MOST_DAYS * DAY_MS) refuse("startDate", texts.tooManyDays(MOST_DAYS));
  const from = Math.floor(start / QUARTER_MS) * QUARTER_MS;
  const to = Math.ceil(end / QUARTER_MS) * QUARTER_MS;
  return { agentId: input.agentId, from, to: Math.max(to, from + QUARTER_MS), zone };
}

function refuse(field: string, message: string): never {
  throw new DomainError("invalid", { message, errors: { [field]: message } });
}

/** A time as the contract takes it, read in the zone where it names none. */
export const momentIn = (text: string, zone: Zone): number =>
  /(Z|[+-]\d\d:\d\d)$/.test(text.slice(10))
    ? Date.parse(text)
    : momentOf(zone, Date.parse(text.length === 10 ? text : `${text}Z`));

/** A local day, as far as the range has it. */
interface Day {
  date: string;
  from: number;
  to: number;
}

export function daysOf({ from, to, zone }: Range): Day[] {
  const days: Day[] = [];
  for (let at = from; at < to;) {
    const midnight = Math.floor(localOf(zone, at) / DAY_MS) * DAY_MS;
    const next = Math.min(to, momentOf(zone, midnight + DAY_MS));
    days.push({ date: new Date(midnight).toISOString().slice(0, 10), from: at, to: next });
    at = next;
  }
  return days;
}
