import { readerZone } from "#app/lib/reader-zone.ts";
import { dayBegins, dayOf } from "#app/lib/zone.ts";
import { ARCHIVED_AFTER_DAYS, recipientStatuses } from "#workers/contract/broadcast.ts";
import type { CallOf } from "#workers/contract/endpoint.ts";
import {
  messageSources,
  type messageStatusReport,
  USUAL_DAYS,
} from "#workers/contract/endpoints/reports-of-messages.ts";

/** Which messages are shown, by their names in the address. */
export interface Shown {
  /** Days in the reader's zone, both inclusive, yyyy-mm-dd. */
  since: string;
  until: string;
  channel: string;
  number: string;
  source: string;
  status: string;
  id: string;
}
const NAMES = ["channel", "number", "source", "status", "id"] as const;

/** Every message of the days. */
export const WIDE = { channel: "", number: "", source: "", status: "", id: "" };

/** The specification's: so many days back to today. */
export function usualDays(now: Date): Pick<Shown, "since" | "until"> {
  return { since: dayOf(now, -USUAL_DAYS), until: dayOf(now) };
}

export function shownIn(search: URLSearchParams, now: Date): Shown {
  const usual = usualDays(now);
  const day = (name: "since" | "until") => {
    const given = search.get(name) ?? "";
    return dayBegins(given) === undefined ? usual[name] : given;
  };
  const others = Object.fromEntries(NAMES.map((name) => [name, search.get(name) ?? ""]));
  return { since: day("since"), until: day("until"), ...(others as Omit<Shown, "since" | "until">) };
}

/** The search params of the report, without those that are as usual. */
export function addressOfShown(shown: Shown, now: Date): Record<keyof Shown, string> {
  const usual = usualDays(now);
  return {
    ...shown,
    since: shown.since === usual.since ? "" : shown.since,
    until: shown.until === usual.until ? "" : shown.until,
  };
}

/** Whether the days reach back to broadcasts whose recipients may be in the archive. */
export const reachesArchive = ({ since }: Pick<Shown, "since">, now: Date): boolean =>
  since < dayOf(now, -ARCHIVED_AFTER_DAYS);

export const isNarrowed = (shown: Shown): boolean => NAMES.some((name) => shown[name] !== "");

const among = <One extends string>(all: readonly One[], given: string): One | "" =>
  all.find((each) => each === given) ?? "";

type Query = NonNullable<CallOf<typeof messageStatusReport>["query"]>;

/** The same filters as the call takes them. */
export const queryOf = ({
  since,
  until,
  channel,
  number,
  source,
  status,
  id,
}: Shown): Omit<Query, "from" | "perPage"> => ({
  fromDate: since,
  toDate: until,
  timeZone: readerZone(),
  channelId: channel,
  customerNumber: number,
  source: among(messageSources, source),
  status: among(recipientStatuses, status),
  messageId: id,
});

/** Those of them that counts by day know. */
export const countsQueryOf = (shown: Shown) => {
  const { fromDate, toDate, timeZone, channelId, source } = queryOf(shown);
  return { fromDate, toDate, timeZone, channelId, source };
};
