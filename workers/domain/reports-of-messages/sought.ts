import { reportsOfMessagesTexts as texts } from "#texts/reports-of-messages.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import {
  MOST_REPORT_DAYS,
  type messageStatusReport as contract,
  USUAL_DAYS,
} from "#workers/contract/endpoints/reports-of-messages.ts";
import { addressOf } from "../blacklist/address.ts";
import { DomainError } from "../error.ts";
import { DAY_MS } from "../reports/grain.ts";
import { momentIn } from "../reports/range.ts";
import { localOf, momentOf, type Zone, zoneOf } from "../reports/zone.ts";

type Query = InputOf<typeof contract>["query"];
export type Dates = Pick<Query, "fromDate" | "toDate" | "timeZone" | "timeZoneOffset">;
export type Filters = Omit<Query, "from" | "perPage">;

/** A report's time: `since` is in it, `until` is not. */
export interface Span {
  since: number;
  until: number;
  zone: Zone;
}

/** Which messages are looked for. */
export interface Sought extends Pick<Filters, "channelId" | "source" | "messageId" | "status">, Span {
  /** To whom, as addresses are stored. */
  to: { kind: string; value: string } | null;
}

const MESSAGES = { days: USUAL_DAYS, most: MOST_REPORT_DAYS };

/** The dates of a report, by default some days up to its last, and up to today. Throws invalid for none, or too many. */
export function spanOf({ fromDate, toDate, ...given }: Dates, now: number, { days, most } = MESSAGES): Span {
  const zone = zoneOf(given);
  const midnightOf = (at: number) => Math.floor(localOf(zone, at) / DAY_MS) * DAY_MS;
  const until =
    toDate === ""
      ? momentOf(zone, midnightOf(now) + DAY_MS)
      : isDay(toDate)
        ? momentOf(zone, Date.parse(toDate) + DAY_MS)
        : momentIn(toDate, zone);
  const since =
    fromDate === "" ? momentOf(zone, midnightOf(until - 1) - days * DAY_MS) : momentIn(fromDate, zone);
  if (until <= since) refuse("toDate", texts.endBeforeStart);
  if (until - since > (most + 1) * DAY_MS) refuse("fromDate", texts.tooLong(most));
  return { since, until, zone };
}

/** Reads the filters of a query. Throws invalid for a number that is none. */
export function soughtIn({ customerNumber, ...query }: Filters, now: number): Sought {
  const { channelId, source, messageId, status } = query;
  return { ...spanOf(query, now), channelId, source, messageId, status, to: toWhom(customerNumber) };
}

function toWhom(typed: string): Sought["to"] {
  if (typed === "") return null;
  const address = addressOf(typed);
  if ("problem" in address) refuse("customerNumber", address.problem);
  return { kind: address.kind, value: address.value };
}

const isDay = (text: string): boolean => text.length === 10;
function refuse(field: string, message: string): never {
  throw new DomainError("invalid", { message, errors: { [field]: message } });
}
