import { History as HistoryIcon } from "lucide-react";
import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { listStateIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { chatAnalyticsTexts as analyticsTexts } from "#texts/chat-analytics.ts";
import { chatLabelsTexts as labelsTexts } from "#texts/chat-labels.ts";
import { chatsTexts } from "#texts/chats.ts";
import { CHAT, missedFilters } from "#workers/contract/chat-states.ts";
import { listChatLabels } from "#workers/contract/endpoints/chat-labels.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import {
  begunFilters,
  chatHistory,
  HISTORY_PAGE_SIZE,
  ratingFilters,
} from "#workers/contract/endpoints/chats.ts";
import type { Route } from "./+types/past.ts";
import { BesideList } from "./beside-list.tsx";
import { Row } from "./chat-list.tsx";
import { SearchButton } from "./message-search.tsx";
import { ChatPane } from "./chat-pane.tsx";

const texts = chatsTexts.past;
const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

/** How a chat ended, and of a missed one why. */
const ENDS = [
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

/** The chats that a figure of the analytics counts: the history's filters, by their names in the address. */
const BEHIND = {
  agent: "agentId",
  channel: "channelId",
  department: "departmentId",
  since: "since",
  until: "until",
  rating: "rating",
  begun: "begun",
  hour: "hour",
} as const;

type Query = InputOf<typeof chatHistory>["query"];
type Behind = Partial<Pick<Query, (typeof BEHIND)[keyof typeof BEHIND] | "timeZone">>;

const HOUR = /^(1?\d|2[0-3])$/;

function behindIn(address: URLSearchParams): Behind {
  const named = Object.entries(BEHIND).flatMap(([name, field]) => {
    const given = address.get(name) ?? "";
    const value = name === "since" || name === "until" ? timeIn(given) : given;
    return value ? [[field, value] as const] : [];
  });
  const { rating, begun, hour, ...others } = Object.fromEntries(named) as Record<string, string>;
  const known = ratingFilters.find((each) => each === rating);
  const by = begunFilters.find((each) => each === begun);
  return {
    ...others,
    ...(known && { rating: known }),
    ...(by && { begun: by }),
    // An hour of the day is of the days of a time.
    ...(HOUR.test(hour ?? "") &&
      others.since &&
      others.until && { hour: Number(hour), timeZone: readerZone() }),
  };
}

/** A time as the call takes it; nothing where an address has something else. */
const timeIn = (given: string): string => {
  const at = Date.parse(given);
  return Number.isNaN(at) ? "" : new Date(at).toISOString();
};

/** The search, how they ended, the page and the open chat are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { name, from } = listStateIn(url, 100);
  const given = new URL(url).searchParams.get("end") ?? "";
  const { value: end, query } = ENDS.find(({ value }) => value === given) ?? ENDS[0];
  const { searchParams } = new URL(url);
  const labelId = searchParams.get("label") ?? "";
  const behind = behindIn(searchParams);
  const [list, labels] = await Promise.all([
    load(chatHistory, { query: { name, from, label: labelId, ...behind, ...query } }),
    load(listChatLabels, { query: {} }),
  ]);
  if (list.answer.chats.length === 0 && from > 0) return redirect(new URL(url).pathname);
  return { list, labels, from, end, labelId, isFigure: Object.keys(behind).length > 0 };
});

/** Ended chats, and the one that is open; in a narrow window either of them. */
export default function Past({
  loaderData: { list: loaded, labels: all, from, end, labelId, isFigure },
}: Route.ComponentProps) {
  const listState = useListState("chat");
  const list = useLoaded(loaded);
  const { chats, more } = list.answer;
  const { labels } = useLoaded(all).answer;
  const { shown } = listState;
  return (
    <Page
      wide
      title={title}
      lead={!shown && lead}
      actions={
        <>
          <ButtonLink to="/conversation">{texts.archive}</ButtonLink>
          <SearchButton />
        </>
      }
    >
      <BesideList
        texts={chatsTexts}
        shown={shown}
        list={
          <>
            {isFigure && (
              <Banner
                kind="info"
                className="mb-3"
                actions={
                  <ButtonLink size="sm" to="/chat/history">
                    {analyticsTexts.showAll}
                  </ButtonLink>
                }
              >
                {analyticsTexts.filtered}
              </Banner>
            )}
            <ListScreen
              {...{ listState, texts, list, more, from }}
              count={chats.length}
              perPage={HISTORY_PAGE_SIZE}
              tools={
                <>
                  <Select
                    aria-label={texts.state}
                    className="w-full sm:w-56"
                    value={end}
                    options={ENDS.map(({ value, label }) => ({ value, label }))}
                    onChange={(next) => listState.change({ end: next, from: "" })}
                  />
                  {labels.length > 0 && (
                    <Select
                      aria-label={labelsTexts.byLabel}
                      className="w-full sm:w-44"
                      value={labelId}
                      options={[
                        { value: "", label: labelsTexts.anyLabel },
                        ...labels.map(({ id, name }) => ({ value: id, label: name })),
                      ]}
                      onChange={(next) => listState.change({ label: next, from: "" })}
                    />
                  )}
                </>
              }
              empty={{
                icon: <HistoryIcon />,
                title: end || labelId || isFigure ? texts.noneOfState : texts.none,
                text: texts.noneText,
              }}
            >
              <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
                {chats.map((chat) => (
                  <Row
                    key={chat.chatId}
                    chat={chat}
                    to={listState.addressOf(chat.chatId)}
                    current={chat.chatId === shown}
                  />
                ))}
              </ul>
            </ListScreen>
          </>
        }
      >
        {(id) => <ChatPane key={id} id={id} onClose={listState.close} />}
      </BesideList>
    </Page>
  );
}
