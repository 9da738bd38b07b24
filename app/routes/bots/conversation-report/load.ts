import { ApiError, call } from "#app/api.ts";
import type { EmotionName, Feeling } from "#workers/contract/emotions.ts";
import type { CallOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { TurnKind } from "#workers/contract/endpoints/conversation.ts";
import {
  type ConversationClass,
  conversationsReport,
  graphReport,
  REPORT_PAGE,
  reportMessages,
  topIntent,
} from "#workers/contract/endpoints/reports.ts";
import { before, type Place } from "./place.ts";

/** Returns the IANA name of the browser's time zone. */
export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Request fields common to all report calls. */
export const bodyOf = (agentId: string, { start, end }: { start: string; end: string }) => ({
  agentId,
  startDate: start,
  endDate: end,
  timeZone: readerZone(),
});

export interface Overview {
  summary: ReplyOf<typeof conversationsReport>;
  graph: ReplyOf<typeof graphReport>;
  intents: ReplyOf<typeof topIntent>;
  before?: Pick<Overview, "summary" | "graph">;
}

export async function loadOverview(agentId: string, place: Place, signal: AbortSignal): Promise<Overview> {
  const body = bodyOf(agentId, place);
  const figures = (range: typeof body) =>
    Promise.all([
      call(conversationsReport, { body: range, signal }),
      call(graphReport, { body: range, signal }),
    ]);
  const [[summary, graph], intents, earlier] = await Promise.all([
    figures(body),
    call(topIntent, { body, signal }),
    place.compare ? figures(bodyOf(agentId, before(place))) : undefined,
  ]);
  return { summary, graph, intents, ...(earlier && { before: { summary: earlier[0], graph: earlier[1] } }) };
}

/** Request fields that filter messages, for a page of the table and for its CSV. */
export const narrowedBy = (agentId: string, place: Place) => ({
  ...bodyOf(agentId, place),
  ...(place.day && {
    startDate: place.start.startsWith(place.day) ? place.start : `${place.day}T00:00:00`,
    endDate: place.end.startsWith(place.day) ? place.end : `${place.day}T23:59:59`,
  }),
  ...(place.intent && { intentId: place.intent }),
  ...(place.talk && { conversationId: place.talk }),
  ...(place.emotion && { emotion: place.emotion as EmotionName }),
  ...(place.feeling && { feeling: place.feeling as Feeling }),
  ...(place.kind && { kind: place.kind as TurnKind }),
  ...(place.went && { conversationClass: place.went as ConversationClass }),
  ...(place.story && { storyId: place.story }),
  ...(place.after && { cameFrom: place.after }),
  begins: place.begins,
  ends: place.ends,
  weak: place.weak,
});

export type Messages = ReplyOf<typeof reportMessages>;

export const loadMessages = (agentId: string, place: Place, signal: AbortSignal): Promise<Messages> =>
  call(reportMessages, {
    query: { from: place.from, perPage: REPORT_PAGE },
    body: { ...narrowedBy(agentId, place), scopeType: place.scope } satisfies CallOf<
      typeof reportMessages
    >["body"],
    signal,
  });

/** Returns an API error as a value, so that one failed part does not break the rest of the screen. */
export const orFailure = async <Loaded>(work: Promise<Loaded>, signal: AbortSignal) =>
  work.catch((error: unknown) => {
    if (signal.aborted || !(error instanceof ApiError)) throw error;
    return { failure: error };
  });
