import { Pin, Video } from "lucide-react";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { MorePages, usePage } from "#app/features/more-pages/more-pages.tsx";
import { ChatsDrawing } from "#app/components/drawings/chats.tsx";
import { Avatar } from "#app/components/ui/avatar.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ChannelIcon } from "#app/features/channels/channel-icon.tsx";
import { formatSeconds, formatShortDay } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { chatLaterTexts as laterTexts } from "#texts/chat-later.ts";
import { chatRatingTexts as ratingTexts } from "#texts/chat-rating.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { isAskedToTake } from "#workers/contract/chat-people.ts";
import type { ChatQueue } from "#workers/contract/chat-queues.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import { type ChatEntry, chatSummary } from "#workers/contract/endpoints/chats.ts";
import type { InboxQuery } from "../conversation/inbox-filter.ts";
import { formatWhen } from "../messages/day.ts";
import { toneOfWait } from "./wait-tone.ts";
import { useSteady } from "./use-steady.ts";
import { ComingRows } from "./coming-rows.tsx";
import { useNow } from "../use-now.ts";

type Page = ReplyOf<typeof chatSummary>;
interface ListProps {
  query: InboxQuery;
  shown: string;
  addressOf: (id: string) => string;
}

/** Queues that a customer who is played fills. */
const PLAYED: ReadonlySet<ChatQueue> = new Set(["new", "all"]);

/** Chats of a queue, the latest message first, page by page. */
export function ChatList({ first, isNarrowed, ...props }: ListProps & { first: Page; isNarrowed: boolean }) {
  const { queue } = props.query;
  const { steady, handlers } = useSteady(first.chats);
  const mayPlay = useCan()("CHANNELS.CREATE", "CHANNELS.EDIT");
  if (steady.length === 0) {
    return (
      <EmptyState
        drawing={<ChatsDrawing />}
        title={isNarrowed ? texts.inbox.none : texts.none[queue]}
        action={
          PLAYED.has(queue) && !isNarrowed && mayPlay && <ButtonLink to="/simulator">{texts.play}</ButtonLink>
        }
      >
        {isNarrowed ? texts.inbox.noneText : texts.noneText[queue]}
      </EmptyState>
    );
  }
  return (
    <ul
      {...handlers}
      className="min-h-0 divide-y divide-line overflow-y-auto rounded-lg border border-line bg-surface"
    >
      <MorePages key={JSON.stringify(props.query)} label={texts.more}>
        <Rows {...props} at={0} page={{ ...first, chats: [...steady] }} />
      </MorePages>
    </ul>
  );
}

function Rows({
  page: { chats, next, targetSeconds },
  at,
  ...props
}: ListProps & { page: Page; at: number }) {
  const isMore = usePage(at, { count: chats.length, hasMore: next !== null });
  return (
    <>
      {chats.map((chat) => (
        <Row
          key={chat.chatId}
          chat={chat}
          to={props.addressOf(chat.chatId)}
          current={chat.chatId === props.shown}
          targetSeconds={targetSeconds}
        />
      ))}
      {isMore && next !== null && <MoreRows {...props} at={at + 1} before={next} />}
    </>
  );
}

function MoreRows({ before, ...props }: ListProps & { before: string; at: number }) {
  const { answer, failure, reload } = useQueryOf(chatSummary, { query: { ...props.query, before } });
  if (answer) return <Rows {...props} page={answer} />;
  return <ComingRows {...{ failure, reload }} at={props.at} failed={texts.failed} />;
}

export const nameOf = ({ person }: ChatEntry): string => person.name || person.address || texts.nobody;

/** A chat in a list: with whom, what was said last, and who has it. */
export function Row({
  chat,
  to,
  current,
  targetSeconds = null,
}: {
  chat: ChatEntry;
  to: string;
  current: boolean;
  /** Within how long it ought to be picked up. */
  targetSeconds?: number | null;
}) {
  const name = nameOf(chat);
  const asked = chat.people.find(isAskedToTake);
  const waits = chat.waitingSince ?? chat.awaitingSince;
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={current || undefined}
        className={cx("flex gap-3 px-3 py-(--list-y) hover:bg-hover", current && "bg-accent-soft")}
      >
        <Avatar name={name} />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="flex items-baseline justify-between gap-2">
            <span className="flex min-w-0 items-center gap-1.5">
              {chat.pinned && <Pin aria-label={texts.pinned} className="size-3.5 shrink-0 text-muted" />}
              {chat.videoChat === "calling" && (
                <Video aria-label={texts.inCall} className="size-3.5 shrink-0 text-accent-ink" />
              )}
              <bdi className="truncate font-medium">{name}</bdi>
            </span>
            {isUnread(chat) && (
              <span className="shrink-0 rounded-full bg-accent px-1.5 text-xs text-on-accent tabular-nums">
                <span aria-hidden>{chat.newMsgCount}</span>
                <span className="sr-only">{texts.unread(chat.newMsgCount)}</span>
              </span>
            )}
          </span>
          <span className="truncate text-[0.8125rem] text-muted">{chat.lastMessage}</span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
            <span className="flex min-w-0 items-center gap-1">
              <ChannelIcon type={chat.channelType} />
              <span className="truncate">{chat.channelName}</span>
            </span>
            <Assignee chat={chat} />
            {waits === null ? (
              <LastAt at={chat.lastAt} />
            ) : (
              <Waits
                since={waits}
                target={targetSeconds}
                said={chat.waitingSince ? texts.waits : texts.unanswered}
              />
            )}
            {chat.suspendedUntil && (
              <span className="truncate">{laterTexts.asideUntil(formatShortDay(chat.suspendedUntil))}</span>
            )}
            {asked && <span className="truncate">{texts.awaits(asked.name)}</span>}
            {chat.departmentName && <span className="truncate">{chat.departmentName}</span>}
            <Rated rating={chat.rating} />
            {chat.labels.map((label) => (
              <Badge key={label.id} tone="accent" className="max-w-32">
                <bdi className="truncate">{label.name}</bdi>
              </Badge>
            ))}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** A bot reads what it answers by itself. */
const isUnread = ({ newMsgCount, state }: ChatEntry): boolean => newMsgCount > 0 && state !== CHAT.created;

/** The chat's handler, and its state unless somebody waits. */
function Assignee({ chat: { handlerName: name, state, waitingSince } }: { chat: ChatEntry }) {
  const said = [name, waitingSince === null && texts.states[state]].filter(Boolean).join(" · ");
  if (said === "") return null;
  return (
    <span title={name ? texts.with(name) : undefined} className="flex min-w-0 items-center gap-1">
      {name && <Avatar name={name} size="xs" />}
      <bdi className="truncate">{said}</bdi>
    </span>
  );
}

/** How the customer found a chat; nothing where they have not told. */
export function Rated({ rating }: Pick<ChatEntry, "rating">) {
  if (rating === null) return null;
  return (
    <Badge tone={rating >= 4 ? "success" : rating === 3 ? "neutral" : "danger"}>
      <span aria-hidden>★ {rating}</span>
      <span className="sr-only">{ratingTexts.rated(rating)}</span>
    </Badge>
  );
}

/** When the last message came, where nobody waits to be picked up. */
function LastAt({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={texts.lastAt(formatShortDay(at))} className="whitespace-nowrap">
      {formatWhen(Date.parse(at), now)}
    </time>
  );
}

/** How long somebody waits to be picked up, or for an answer, by the minute. */
function Waits({
  since,
  target,
  said,
}: {
  since: string;
  target: number | null;
  said: (time: string) => string;
}) {
  const seconds = Math.max(0, (useNow() - Date.parse(since)) / 1_000);
  return (
    <Badge tone={toneOfWait(seconds, target)}>
      <span title={formatShortDay(since)}>{said(formatSeconds(seconds))}</span>
    </Badge>
  );
}
