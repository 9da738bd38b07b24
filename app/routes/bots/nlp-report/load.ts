import { load, useQueryOf } from "#app/data/query.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
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
  /** Figures of the period before, for the change of each; and its days, where one compares. */
  was?: ReplyOf<typeof conversationsReport> | undefined;
  graphBefore?: ReplyOf<typeof graphReport> | undefined;
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

/** The newest messages of a range that nothing understood, and those that were understood weakly. */
const newest = (agentId: string, listState: ListState, only: { scopeType?: 2; weak?: true }) =>
  ({
    query: { from: 0, perPage: REPORT_PAGE },
    body: { ...bodyOf(agentId, listState), ...only },
  }) satisfies CallOf<typeof reportMessages>;
export const nonScopedOf = (agentId: string, listState: ListState) =>
  newest(agentId, listState, { scopeType: 2 });
export const weakOf = (agentId: string, listState: ListState) => newest(agentId, listState, { weak: true });

const inputsOf = (agentId: string, listState: ListState) => ({
  range: { body: bodyOf(agentId, listState) },
  earlier: { body: bodyOf(agentId, before(listState)) },
  page: {
    query: { from: listState.from, perPage: REPORT_PAGE },
    body: { ...narrowedBy(agentId, listState), scopeType: listState.scope },
  } satisfies CallOf<typeof reportMessages>,
});

/** Asks for what a report shows; what fails is shown in its place by the screen. */
export async function loadReport(agentId: string, listState: ListState): Promise<void> {
  const { range, earlier, page } = inputsOf(agentId, listState);
  await Promise.allSettled(
    listState.tab === "messages"
      ? [load(reportMessages, page)]
      : [
          load(conversationsReport, range),
          load(graphReport, range),
          load(topIntent, range),
          load(conversationsReport, earlier),
          ...(listState.compare ? [load(graphReport, earlier)] : []),
        ],
  );
}

/** One of the two views of a report, its age, and why it is not there or not newer. */
export function useReport(agentId: string, listState: ListState) {
  const { range, earlier, page } = inputsOf(agentId, listState);
  const overview = { enabled: listState.tab === "overview" };
  const compared = { enabled: overview.enabled && listState.compare };
  const summary = useQueryOf(conversationsReport, range, overview);
  const graph = useQueryOf(graphReport, range, overview);
  const intents = useQueryOf(topIntent, range, overview);
  const was = useQueryOf(conversationsReport, earlier, overview);
  const graphBefore = useQueryOf(graphReport, earlier, compared);
  const messages = useQueryOf(reportMessages, page, { enabled: !overview.enabled });
  const parts = overview.enabled
    ? [summary, graph, intents, ...(compared.enabled ? [was, graphBefore] : [])]
    : [messages];
  return {
    overview: summary.answer &&
      graph.answer &&
      intents.answer && {
        summary: summary.answer,
        graph: graph.answer,
        intents: intents.answer,
        was: was.answer,
        graphBefore: compared.enabled ? graphBefore.answer : undefined,
      },
    messages: messages.answer,
    there: parts.every(({ answer }) => answer),
    failure: parts.find(({ failure }) => failure)?.failure,
    asking: parts.some(({ asking }) => asking),
    at: Math.min(...parts.map(({ at }) => at)),
    reload: () => parts.forEach(({ reload }) => reload()),
  };
}
