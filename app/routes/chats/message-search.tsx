import { TextSearch } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { useKeyOf, useSingleKeys } from "#app/lib/single-keys.ts";
import { useChatPlaces } from "#app/lib/workspace.ts";
import { chatSearchTexts as texts } from "#texts/chat-search.ts";
import { chatsTexts } from "#texts/chats.ts";
import { isOpen } from "#workers/contract/chat-states.ts";
import { type ChatHit, chatSearch } from "#workers/contract/endpoints/chat-search.ts";
import { folded } from "#workers/contract/folded.ts";
import { AT, placeOf } from "#workers/contract/chat-places.ts";
import { useKeyHint } from "./use-key-hint.ts";

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
        />
        {words === "" ? (
          <p className="text-muted">{texts.begin}</p>
        ) : (
          <ul key={words} aria-label={texts.results} className="divide-y divide-line">
            <Hits words={words} chatId={of?.chatId ?? ""} onOpen={onClose} />
          </ul>
        )}
      </div>
    </SidePanel>
  );
}

/** The hits before a place, and what is further back once it is asked for. */
function Hits({
  words,
  chatId,
  before,
  onOpen,
}: {
  words: string;
  chatId: string;
  before?: number;
  onOpen: () => void;
}) {
  const query = { words, chatId, ...(before !== undefined && { before }) };
  const { answer, failure, reload } = useQueryOf(chatSearch, { query });
  const [more, setMore] = useState(false);
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
  const { hits, terms, next } = answer;
  return (
    <>
      {hits.map((hit) => (
        <Hit key={hit.messageId} hit={hit} terms={terms} onOpen={onOpen} />
      ))}
      {hits.length === 0 && before === undefined && next === null && (
        <li>
          <EmptyState title={texts.none}>{texts.noneText}</EmptyState>
        </li>
      )}
      {next !== null &&
        (more ? (
          <Hits words={words} chatId={chatId} before={next} onOpen={onOpen} />
        ) : (
          <li className="p-2 text-center">
            <Button onClick={() => setMore(true)}>{texts.more}</Button>
          </li>
        ))}
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

/** A text in which words that begin so are marked. */
export function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  return text.split(/([\p{L}\p{N}\p{M}]+)/u).map((part, at) => {
    const term = terms.find((each) => folded(part).startsWith(folded(each)));
    // A place in a text that does not change is the only name that it has.
    // oxlint-disable-next-line react/no-array-index-key
    return term === undefined ? part : <mark key={at}>{part}</mark>;
  });
}

/** A button that opens the search over all chats; a small one where there is little room. */
export function SearchButton({ small = false }: { small?: boolean }) {
  const [open, setOpen] = useState(false);
  const icon = <TextSearch aria-hidden />;
  const key = useKeyOf("search");
  const title = useKeyHint("search");
  useSingleKeys({ search: () => setOpen(true) });
  return (
    <>
      {small ? (
        <IconButton label={texts.open} shortcut={key} icon={icon} onClick={() => setOpen(true)} />
      ) : (
        <Button title={title} icon={icon} onClick={() => setOpen(true)}>
          {texts.open}
        </Button>
      )}
      <MessageSearch open={open} onClose={() => setOpen(false)} />
    </>
  );
}
