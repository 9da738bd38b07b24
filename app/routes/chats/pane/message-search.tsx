import { useState } from "react";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { MorePages, useFailedPage, usePage } from "#app/features/more-pages/more-pages.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { useChatPlaces } from "#app/lib/workspace.ts";
import { chatSearchTexts as texts } from "#texts/chat-search.ts";
import { chatsTexts } from "#texts/chats.ts";
import { isOpen } from "#workers/contract/chat-states.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { type ChatHit, chatSearch } from "#workers/contract/endpoints/chat-search.ts";
import { AT, placeOf } from "#workers/contract/chat-places.ts";
import { Marked } from "./marked.tsx";

/** Looks for words in all chats that one sees, or in one. A hit opens its chat there. */
export function MessageSearch({
  open,
  onClose,
  of,
}: {
  open: boolean;
  onClose: () => void;
  /** The only chat that is searched. */
  of?: { chatId: string; name: string };
}) {
  const [words, setWords] = useState("");
  const { answer } = useQueryOf(
    chatSearch,
    { query: { words, chatId: of?.chatId ?? "" } },
    { enabled: words !== "" },
  );
  return (
    <SidePanel open={open} onClose={onClose} title={of ? texts.titleHere(of.name) : texts.title}>
      <div className="grid gap-4">
        {!of && <p className="text-muted">{texts.lead}</p>}
        <SearchInput
          autoFocus
          label={texts.label}
          placeholder={texts.placeholder}
          value={words}
          onSearch={setWords}
          found={answer && { count: answer.hits.length, more: answer.next !== null }}
        />
        {words === "" ? (
          <p className="text-muted">{texts.begin}</p>
        ) : (
          <ul key={words} aria-label={texts.results} className="divide-y divide-line">
            <MorePages label={texts.more}>
              <Hits at={0} words={words} chatId={of?.chatId ?? ""} onOpen={onClose} />
            </MorePages>
          </ul>
        )}
      </div>
    </SidePanel>
  );
}

interface HitsProps {
  /** Which page of them it is. */
  at: number;
  words: string;
  chatId: string;
  before?: number;
  onOpen: () => void;
}

/** The hits before a place, and what is further back once it is asked for. */
function Hits(props: HitsProps) {
  const { at, words, chatId, before } = props;
  const query = { words, chatId, ...(before !== undefined && { before }) };
  const { answer, failure, reload } = useQueryOf(chatSearch, { query });
  useFailedPage(at, failure !== undefined, reload);
  if (failure)
    return (
      <li>
        <ErrorState
          title={texts.failed}
          text={failure.message}
          requestId={failure.requestId}
          onRetry={reload}
        />
      </li>
    );
  if (!answer)
    return (
      <li>
        <SkeletonRows rows={4} />
      </li>
    );
  return <Page {...props} answer={answer} />;
}

function Page({
  answer: { hits, terms, next },
  ...props
}: HitsProps & { answer: ReplyOf<typeof chatSearch> }) {
  const isMore = usePage(props.at, { count: hits.length, hasMore: next !== null });
  return (
    <>
      {hits.map((hit) => (
        <Hit key={hit.messageId} hit={hit} terms={terms} onOpen={props.onOpen} />
      ))}
      {hits.length === 0 && props.before === undefined && next === null && (
        <li>
          <EmptyState title={texts.none}>{texts.noneText}</EmptyState>
        </li>
      )}
      {next !== null && isMore && <Hits {...props} at={props.at + 1} before={next} />}
    </>
  );
}

function Hit({ hit, terms, onOpen }: { hit: ChatHit; terms: readonly string[]; onOpen: () => void }) {
  const { chatId, seq, state, name, by, channelName, at, excerpt } = hit;
  const { chats, past } = useChatPlaces();
  const place = new URLSearchParams({
    ...(isOpen(state) && { queue: "all" }),
    chat: chatId,
    [AT]: placeOf(chatId, seq),
  });
  return (
    <li>
      <Link
        to={`${isOpen(state) ? chats : past}?${place}`}
        onClick={onOpen}
        className="grid gap-0.5 p-2 hover:bg-hover"
      >
        <bdi className="font-medium [overflow-wrap:anywhere]">{name || chatsTexts.nobody}</bdi>
        <span dir="auto" className="[overflow-wrap:anywhere]">
          <Marked text={excerpt} terms={terms} />
        </span>
        <span className="text-xs text-muted">
          {[texts.by[by], channelName, formatShortDay(at)].join(" · ")}
        </span>
      </Link>
    </li>
  );
}
