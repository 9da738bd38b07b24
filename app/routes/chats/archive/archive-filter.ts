import { dayBegins, dayOf } from "#app/lib/zone.ts";
import {
  conversationStates,
  type ConversationFilter,
  ledBy,
} from "#workers/contract/endpoints/conversations.ts";
import { LONGEST_SEARCH } from "#workers/contract/endpoints/chat-search.ts";

/** Names in the address of what narrows the archive down; the words are under the name of every list's search. */
export const NO_FILTER = {
  q: "",
  led: "",
  bot: "",
  journey: "",
  agent: "",
  department: "",
  channel: "",
  customer: "",
  state: "",
  since: "",
  until: "",
} as const;

/** The archive's filter from the address, days in the reader's zone; wrong values are left out. */
export function filterIn(search: URLSearchParams): ConversationFilter {
  const short = (name: keyof typeof NO_FILTER, most: number) =>
    (search.get(name) ?? "").trim().slice(0, most);
  const chosen = new Set(short("led", 100).split(","));
  const since = dayBegins(short("since", 10));
  const until = dayBegins(short("until", 10), 1);
  return {
    words: short("q", LONGEST_SEARCH),
    led: ledBy.filter((each) => chosen.has(each)),
    bot: short("bot", 64),
    journey: short("journey", 64),
    agentId: short("agent", 64),
    departmentId: short("department", 64),
    channelId: short("channel", 64),
    customer: short("customer", 100),
    state: conversationStates.find((each) => each === search.get("state")) ?? "",
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
}

/** The days of a filter, as their fields have them. */
export const daysOf = ({ since, until }: ConversationFilter): { since: string; until: string } => ({
  since: since === undefined ? "" : dayOf(new Date(since)),
  until: until === undefined ? "" : dayOf(new Date(until), -1),
});

export const isNarrowed = ({ led, ...rest }: ConversationFilter): boolean =>
  led.length > 0 || Object.values(rest).some((each) => each !== "");
