import { History as HistoryIcon } from "lucide-react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { ExportButton } from "#app/kit/export-button.tsx";
import { MorePages } from "#app/features/more-pages/more-pages.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListEntries } from "#app/kit/list-screen.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { useCan } from "#app/session/session.ts";
import { chatAnalyticsTexts as analyticsTexts } from "#texts/chat-analytics.ts";
import { chatsTexts } from "#texts/chats.ts";
import { listChatLabels } from "#workers/contract/endpoints/chat-labels.ts";
import { chatHistory, exportChatHistory } from "#workers/contract/endpoints/chats.ts";
import { conversationChoices } from "#workers/contract/endpoints/conversations.ts";
import type { Route } from "./+types/past.ts";
import { BesideList } from "../list/beside-list.tsx";
import { SearchButton } from "../pane/search-button.tsx";
import { ChatPane } from "../pane/chat-pane.tsx";
import { PastFilters } from "./past-filters.tsx";
import { filterIn, isFigure, isNarrowed, queryOf } from "./past-query.ts";
import { PastRows } from "./past-rows.tsx";

const texts = chatsTexts.past;
const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

/** All that narrows the list down, and the open chat, are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const filter = filterIn(new URL(url).searchParams);
  const query = queryOf(filter);
  const [list, labels, choices] = await Promise.all([
    load(chatHistory, { query }),
    load(listChatLabels, { query: {} }),
    load(conversationChoices),
  ]);
  return { list, labels, choices, filter, query };
});

/** Ended chats, and the one that is open; in a narrow window either of them. */
export default function Past({ loaderData }: Route.ComponentProps) {
  const { filter, query } = loaderData;
  const listState = useListState("chat");
  const list = useLoaded(loaderData.list);
  const { chats, next } = list.answer;
  const { labels } = useLoaded(loaderData.labels).answer;
  const choices = useLoaded(loaderData.choices).answer;
  const maySave = useCan()("CUSTOMER.EXPORT");
  const { shown } = listState;
  const empty = filter.q
    ? { title: texts.noneFound(filter.q), text: texts.noneFoundText }
    : { title: isNarrowed(filter) ? texts.noneOfState : texts.none, text: texts.noneText };
  return (
    <Page
      wide
      title={title}
      lead={!shown && lead}
      actions={
        <>
          {maySave && (
            <ExportButton
              endpoint={exportChatHistory}
              input={{ query }}
              fileName={texts.csvName}
              label={texts.save}
              failed={texts.saveFailed}
            />
          )}
          <ButtonLink to="/conversation">{texts.archive}</ButtonLink>
          <SearchButton />
        </>
      }
    >
      <div className={cx(shown && "max-lg:hidden")}>
        <PastFilters
          {...{ filter, labels, choices }}
          count={chats.length}
          more={next !== null}
          onChange={listState.change}
        />
        {isFigure(filter) && (
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
      </div>
      <BesideList
        texts={chatsTexts}
        shown={shown}
        list={
          <ListEntries list={list} count={chats.length} empty={{ icon: <HistoryIcon />, ...empty }}>
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
              <MorePages
                // Another filter begins with its first page.
                key={JSON.stringify(query)}
                label={chatsTexts.more}
              >
                <PastRows page={list.answer} {...{ query, shown }} addressOf={listState.addressOf} />
              </MorePages>
            </ul>
          </ListEntries>
        }
      >
        {(id) => <ChatPane key={id} id={id} onClose={listState.close} />}
      </BesideList>
    </Page>
  );
}
