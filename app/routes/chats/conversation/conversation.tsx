import { type ReactNode, useEffect, useRef, useState } from "react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { useSingleKeys } from "#app/lib/single-keys.ts";
import { useChatPlaces } from "#app/lib/workspace.ts";
import { useMedia } from "#app/components/use-media.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { chatSummary } from "#workers/contract/endpoints/chats.ts";
import type { Route } from "./+types/conversation.ts";
import { NoneChosen } from "../list/beside-list.tsx";
import { CameBack } from "./came-back.tsx";
import { ChatList } from "../list/chat-list.tsx";
import { ChatPane } from "../pane/chat-pane.tsx";
import { SearchButton } from "../pane/search-button.tsx";
import { filterIn, isNarrowed, queryIn } from "./inbox-filter.ts";
import { InboxFilters } from "./inbox-filters.tsx";
import { QueueTabs } from "./queue-tabs.tsx";
import { listenForChats } from "../live-chats.ts";
import { useChatFocus } from "../pane/use-chat-focus.ts";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

/** The queue, what it is narrowed down to and the open chat are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { searchParams } = new URL(url);
  const query = queryIn(searchParams);
  listenForChats();
  return { query, filter: filterIn(searchParams), list: await load(chatSummary, { query }) };
});

/** Chats in their queues, and the one that is open. In a narrow window either of them. */
export default function Conversation({ loaderData: { query, filter, list: loaded } }: Route.ComponentProps) {
  const { queue } = query;
  const listState = useListState("chat");
  const list = useLoaded(loaded);
  const { shown } = listState;
  const wide = useMedia("(min-width: 64rem)");
  // Closed by its reader, but still in the list as it was loaded: nobody goes back to it by a key.
  const [left, setLeft] = useState("");
  const chats = list.answer.chats.filter(({ chatId }) => chatId !== left || chatId === shown);
  const at = chats.findIndex(({ chatId }) => chatId === shown);
  const open = (index: number) => {
    const id = chats[index]?.chatId;
    if (id !== undefined) listState.change({ chat: id });
  };
  // A chat that is picked up or closed leaves the queue under its reader, who goes on where it stood.
  const place = useRef({ queue, at: 0 });
  useEffect(() => {
    if (at >= 0) place.current = { queue, at };
  });
  const below = () => (at >= 0 ? at + 1 : place.current.queue === queue ? place.current.at : 0);
  const above = () => (at >= 0 ? at : below()) - 1;
  // In a narrow window the list is what comes next.
  const openNext = () => {
    const next = chats[below()] ?? chats[above()];
    setLeft(shown);
    if (wide && next) listState.change({ chat: next.chatId });
    else listState.close();
  };
  useSingleKeys({ nextChat: () => open(below()), chatBefore: () => open(Math.max(0, above())) });
  const box = useRef<HTMLDivElement>(null);
  useChatFocus(box, shown);
  const { isAlone } = useChatPlaces();
  const tabs = (
    <QueueTabs
      queue={queue}
      counts={list.answer.counts}
      onChange={(next) => listState.change({ queue: next === "new" ? "" : next })}
    />
  );
  return (
    <Around isAlone={isAlone} lead={!shown && lead}>
      <div
        ref={box}
        className={cx(
          "relative grid lg:grid-cols-[minmax(17rem,22rem)_1fr]",
          isAlone
            ? "min-h-0 flex-1 grid-rows-[minmax(0,1fr)] gap-2"
            : "gap-4 lg:h-[calc(100dvh-13rem)] lg:min-h-96",
        )}
      >
        <CameBack />
        <section
          aria-label={texts.list}
          className={cx("flex min-h-0 min-w-0 flex-col gap-3", shown && "max-lg:hidden")}
        >
          {isAlone ? (
            <div className="flex items-start gap-1">
              <div className="min-w-0 flex-1">{tabs}</div>
              <SearchButton small />
            </div>
          ) : (
            tabs
          )}
          <InboxFilters />
          <ChatList
            // Another queue, or another filter, begins at its first chat.
            key={JSON.stringify(query)}
            query={query}
            isNarrowed={isNarrowed(filter)}
            first={list.answer}
            shown={shown}
            addressOf={listState.addressOf}
          />
        </section>
        <div className={cx("min-h-0 min-w-0", !shown && "max-lg:hidden")}>
          {shown ? (
            <ChatPane
              key={shown}
              id={shown}
              onClose={listState.close}
              onNext={openNext}
              hasNext={wide && chats.some(({ chatId }) => chatId !== shown)}
              fills={isAlone}
            />
          ) : (
            <NoneChosen texts={texts} />
          )}
        </div>
      </div>
    </Around>
  );
}

/** The console's page, or all the room that another system gives. */
function Around({
  isAlone,
  lead: said,
  children,
}: {
  isAlone: boolean;
  lead: ReactNode;
  children: ReactNode;
}) {
  if (!isAlone) {
    return (
      <Page wide title={title} lead={said} actions={<SearchButton />}>
        {children}
      </Page>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col p-2">
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
      {children}
    </div>
  );
}
