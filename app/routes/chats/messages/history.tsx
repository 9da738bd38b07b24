import { ArrowDown } from "lucide-react";
import { Fragment, type RefObject, useContext, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { Button } from "#app/components/ui/button.tsx";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { ChangedAction, ChangedMessage } from "#workers/contract/chat-events.ts";
import { AT } from "#workers/contract/chat-places.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { Action } from "./history-action.tsx";
import { BehindContext, type BehindOf } from "./behind-context.ts";
import { nameOf } from "../list/chat-list.tsx";
import { formatDay } from "./day.ts";
import { placeOnScreen } from "./held.tsx";
import { Message } from "./message.tsx";
import { type Folds, foldsOf } from "./message-folds.ts";
import { OutgoingList } from "./outgoing-list.tsx";
import { OlderPage } from "./older-page.tsx";
import { saidIn } from "./said.tsx";
import { useWindow } from "./use-window.ts";
import { between, heightOf, isIn, pagesBefore } from "./windowing.ts";

interface Part {
  messages: readonly ChangedMessage[];
  actions: readonly ChangedAction[];
  more: boolean;
}

/** The place of the message that is looked at in this chat; undefined where it is none in particular. */
function useLookedAt(chatId: string): number | undefined {
  const [search] = useSearchParams();
  const [of, seq] = (search.get(AT) ?? "").split("~");
  return of === chatId && Number.isInteger(Number(seq)) ? Number(seq) : undefined;
}

/**
 * Everything that happened in a chat, in its order: always the newest, of older pages those in sight, and room for the
 * others. Follows its end while that is in sight.
 */
export function History({ chat, own, ...part }: Part & { chat: ChatEntry; own: string }) {
  const { chatId } = chat;
  const at = useLookedAt(chatId);
  const { key } = useLocation();
  const entries = entriesOf(part);
  const first = entries[0]?.seq ?? 1;
  const last = placeOfLast(entries);
  const pages = part.more ? pagesBefore(first) : 0;
  const { box, range, heights, isAway, day, toTop, toEnd, onScroll, onShown } = useWindow({
    pages,
    at,
    key,
  });
  const [unread] = useState(() => unreadIn(part.messages, chat.newMsgCount));
  const divider = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (at === undefined && divider.current) toTop(divider.current);
    // Where a chat is opened, and not again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const [seen, setSeen] = useState(last);
  if (!isAway && seen < last) setSeen(last);
  const fresh = part.messages.filter(({ seq }) => seq > seen).length;
  const folds = foldsOf(part.messages);
  const common = { chatId, own, at, ...(unread && { unread: { ...unread, ref: divider } }) };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        // Pages that are read are no news: what is new is said below.
        aria-live="off"
        aria-label={texts.history}
        // Scrolled by keyboard.
        tabIndex={0}
        onScroll={onScroll}
        className="min-h-0 flex-1 overflow-y-auto p-3 [overflow-anchor:none]"
      >
        <div>
          <div aria-hidden style={{ height: between(heights, 0, range.from) }} />
          {Array.from({ length: range.to - range.from }, (_, step) => range.from + step).map((page) => (
            <OlderPage
              key={page}
              chatId={chatId}
              page={page}
              height={heightOf(heights, page)}
              onShown={onShown}
              render={(older) => (
                <Entries
                  {...common}
                  actions={older.actions}
                  folds={foldsOf(joined(older.messages, part.messages))}
                  entries={entriesOf(older).filter(({ seq }) => isIn(page, seq) && seq < first)}
                />
              )}
            />
          ))}
          <div aria-hidden style={{ height: between(heights, range.to, pages) }} />
          <Entries {...common} actions={part.actions} folds={folds} entries={entries} />
          <OutgoingList chatId={chatId} messages={part.messages} onBegun={toEnd} />
        </div>
      </div>
      {isAway && day && (
        <p aria-hidden className="pointer-events-none absolute inset-x-0 top-2 text-center">
          <span className="rounded-full border border-line bg-raised px-3 py-1 text-xs shadow-pop">
            {day}
          </span>
        </p>
      )}
      {isAway && (
        <p className="absolute inset-x-0 bottom-2 text-center">
          <Button size="sm" icon={<ArrowDown aria-hidden />} onClick={toEnd}>
            {texts.toNewest(fresh)}
          </Button>
        </p>
      )}
      <Announced name={nameOf(chat)} messages={part.messages} />
    </div>
  );
}

/** Messages of both, each once: what is about an older one may stand in the newest page. */
const joined = (older: readonly ChangedMessage[], newer: readonly ChangedMessage[]): ChangedMessage[] => [
  ...new Map([...older, ...newer].map((each) => [each.id, each])).values(),
];

type Entry = { seq: number; at: number } & ({ message: ChangedMessage } | { action: ChangedAction });

const entriesOf = ({ messages, actions }: Pick<Part, "messages" | "actions">): Entry[] =>
  [
    ...messages.map((message) => ({ seq: placeOnScreen(message), at: message.at, message })),
    ...actions.map((action) => ({ seq: action.seq, at: action.at, action })),
  ].toSorted((a, b) => a.seq - b.seq);

interface Unread {
  seq: number;
  count: number;
}

/** Where those begin that nobody had read when the chat was opened. */
function unreadIn(messages: readonly ChangedMessage[], count: number): Unread | undefined {
  const first = count > 0 && messages.filter(({ direction }) => direction === "in").slice(-count)[0];
  return first ? { seq: first.seq, count } : undefined;
}

function Entries({
  chatId,
  entries,
  actions,
  own,
  at,
  unread,
  folds,
}: {
  chatId: string;
  entries: readonly Entry[];
  actions: readonly ChangedAction[];
  own: string;
  at: number | undefined;
  unread?: Unread & { ref: RefObject<HTMLLIElement | null> };
  folds: Folds;
}) {
  const withBehind = useContext(BehindContext);
  // Beside each message stands what was behind it, and who looks for one finds it.
  const shown = withBehind
    ? entries
    : entries.filter((each) => !("message" in each) || each.seq === at || !folds.folded.has(each.message.id));
  const list = (behindOf?: BehindOf) => (
    <ol className="grid gap-2 pb-2">
      {behindOf?.("").after}
      {shown.map((each, place) => {
        const behind = behindOf && "message" in each ? behindOf(each.message.id) : undefined;
        const day = formatDay(each.at);
        const before = shown[place - 1];
        return (
          <Fragment key={"message" in each ? each.message.id : each.action.id}>
            {(!before || formatDay(before.at) !== day) && (
              <li className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                {day}
              </li>
            )}
            {each.seq === unread?.seq && (
              <li
                ref={unread.ref}
                className="flex items-center gap-3 text-xs font-medium text-accent-ink before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent"
              >
                {texts.newMessages(unread.count)}
              </li>
            )}
            {"message" in each ? (
              <Message
                message={each.message}
                own={own}
                actions={actions}
                isLookedAt={each.seq === at}
                fold={folds.of.get(each.message.id)}
                behind={behind && (behind.note ?? null)}
              />
            ) : (
              <Action action={each.action} own={own} />
            )}
            {behind?.after}
          </Fragment>
        );
      })}
    </ol>
  );
  return withBehind
    ? withBehind({ chatId, first: entries[0]?.seq ?? 1, last: placeOfLast(entries), children: list })
    : list();
}

/** The last place that is one: messages that leave later have theirs at the end of the screen. */
const placeOfLast = (entries: readonly Entry[]): number =>
  entries.findLast((each) => !("message" in each) || each.message.sendAt === null)?.seq ?? 0;

/** Says what the customer has written since the chat was opened. */
function Announced({ name, messages }: { name: string; messages: readonly ChangedMessage[] }) {
  const last = messages.findLast(({ direction }) => direction === "in");
  const [opened] = useState(last?.seq ?? 0);
  return (
    <p role="status" className="sr-only">
      {last && last.seq > opened && texts.said(name, last.body ? saidIn(last.body) : texts.long)}
    </p>
  );
}
