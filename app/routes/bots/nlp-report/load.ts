import { ApiError, call } from "#app/data/api.ts";
import type { EmotionName, Feeling } from "#workers/contract/emotions.ts";
import type { CallOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { TurnKind } from "#workers/contract/endpoints/bot-sessions.ts";
import {
  type ConversationClass,
  conversationsReport,
  graphReport,
  REPORT_PAGE,
  reportMessages,
  topIntent,
} from "#workers/contract/endpoints/reports.ts";
import { before, type ListState } from "./list-state.ts";

/** Returns the IANA name of the browser's time zone. */
export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Minutes by which the browser's time zone is behind UTC now. */
export const zoneOffset = (): number => new Date().getTimezoneOffset();

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

export async function loadOverview(
  agentId: string,
  listState: ListState,
  signal: AbortSignal,
): Promise<Overview> {
  const body = bodyOf(agentId, listState);
  const figures = (range: typeof body) =>
    Promise.all([
      call(conversationsReport, { body: range, signal }),
      call(graphReport, { body: range, signal }),
    ]);
  const [[summary, graph], intents, earlier] = await Promise.all([
    figures(body),
    call(topIntent, { body, signal }),
    listState.compare ? figures(bodyOf(agentId, before(listState))) : undefined,
  ]);
  return { summary, graph, intents, ...(earlier && { before: { summary: earlier[0], graph: earlier[1] } }) };
}

/** Request fields that filter messages, for a page of the table and for its CSV. */
export const narrowedBy = (agentId: string, listState: ListState) => ({
  ...bodyOf(agentId, listState),
  ...(listState.day && {
    startDate: listState.start.startsWith(listState.day) ? listState.start : `${listState.day}T00:00:00`,
    endDate: listState.end.startsWith(listState.day) ? listState.end : `${listState.day}T23:59:59`,
  }),
  ...(listState.intent && { intentId: listState.intent }),
  ...(listState.talk && { conversationId: listState.talk }),
  ...(listState.emotion && { emotion: listState.emotion as EmotionName }),
  ...(listState.feeling && { feeling: listState.feeling as Feeling }),
  ...(listState.kind && { kind: listState.kind as TurnKind }),
  ...(listState.went && { conversationClass: listState.went as ConversationClass }),
  ...(listState.story && { storyId: listState.story }),
  ...(listState.after && { cameFrom: listState.after }),
  begins: listState.begins,
  ends: listState.ends,
  weak: listState.weak,
});

export type Messages = ReplyOf<typeof reportMessages>;

export const loadMessages = (agentId: string, listState: ListState, signal: AbortSignal): Promise<Messages> =>
  call(reportMessages, {
    query: { from: listState.from, perPage: REPORT_PAGE },
    body: { ...narrowedBy(agentId, listState), scopeType: listState.scope } satisfies CallOf<
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
