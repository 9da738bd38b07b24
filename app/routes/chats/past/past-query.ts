import { dayBegins, dayOf } from "#app/lib/zone.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { chatsTexts } from "#texts/chats.ts";
import { CHAT, missedFilters } from "#workers/contract/chat-states.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { isShort } from "#workers/contract/endpoints/chat-analytics.ts";
import { begunFilters, type chatHistory, ratingFilters } from "#workers/contract/endpoints/chats.ts";

const texts = chatsTexts.past;

/** How a chat ended, and of a missed one why. */
export const ENDS = [
  { value: "", label: texts.all, query: {} },
  { value: "closed", label: texts.closed, query: { state: CHAT.closed } },
  { value: "missed", label: texts.missed, query: { state: CHAT.missed } },
  {
    value: "timedOut",
    label: texts.timedOut,
    query: { state: CHAT.missed, missedReason: missedFilters.timedOut },
  },
  {
    value: "outOfHours",
    label: texts.outOfHours,
    query: { state: CHAT.missed, missedReason: missedFilters.outOfHours },
  },
] as const;

/** Names in the address of all that narrows the history down; figures of the analytics have two of their own. */
export const NO_FILTER = {
  q: "",
  end: "",
  label: "",
  agent: "",
  channel: "",
  department: "",
  rating: "",
  since: "",
  until: "",
  begun: "",
  hour: "",
} as const;
export type Filter = Record<keyof typeof NO_FILTER, string>;
export type PastQuery = Partial<InputOf<typeof chatHistory>["query"]>;

const HOUR = /^(1?\d|2[0-3])$/;

/** The address's filter, what it has wrong left out. */
export function filterIn(address: URLSearchParams): Filter {
  const filter = Object.fromEntries(
    Object.keys(NO_FILTER).map((name) => {
      const given = address.get(name) ?? "";
      // Words stay as they are typed, with the space before the next one; ids are as long as the call takes them.
      return [name, name === "q" ? given.slice(0, 100) : given.trim().slice(0, 64)];
    }),
  ) as Filter;
  const known = <One extends string>(all: readonly One[], given: string) =>
    all.find((each) => each === given) ?? "";
  return {
    ...filter,
    end: known(
      ENDS.map(({ value }) => value),
      filter.end,
    ),
    rating: known(ratingFilters, filter.rating),
    begun: known(begunFilters, filter.begun),
    since: timeIn(filter.since, 0) ? filter.since : "",
    until: timeIn(filter.until, 1) ? filter.until : "",
  };
}

/** A day of the reader's, from its beginning or to its end, or a figure's own time, as the call takes it. */
function timeIn(given: string, plus: 0 | 1): string | undefined {
  const day = dayBegins(given, plus);
  if (day !== undefined || given === "") return day;
  const at = Date.parse(given);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** Days of a filter, as their fields have them. */
export const daysOf = ({ since, until }: Filter): { since: string; until: string } => ({
  since: dayBegins(since) === undefined && since ? dayOf(new Date(since)) : since,
  // A time is the first that is no longer of it.
  until: dayBegins(until) === undefined && until ? dayOf(new Date(Date.parse(until) - 1)) : until,
});

/** The call's filter. An hour of the day is of the days of a time. */
export function queryOf(filter: Filter): PastQuery {
  const [since, until] = [timeIn(filter.since, 0), timeIn(filter.until, 1)];
  const { query: end } = ENDS.find(({ value }) => value === filter.end) ?? ENDS[0];
  return {
    name: filter.q.trim(),
    label: filter.label,
    agentId: filter.agent,
    channelId: filter.channel,
    departmentId: filter.department,
    rating: ratingFilters.find((each) => each === filter.rating) ?? "",
    begun: begunFilters.find((each) => each === filter.begun) ?? "",
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(HOUR.test(filter.hour) &&
      since !== undefined &&
      until !== undefined &&
      isShort({ since, until }) && { hour: Number(filter.hour), timeZone: readerZone() }),
    ...end,
  };
}

export const isNarrowed = (filter: Filter): boolean => Object.values(filter).some((each) => each !== "");
/** Whether it is a figure's in a way that no field shows. */
export const isFigure = ({ begun, hour }: Filter): boolean => begun !== "" || hour !== "";
