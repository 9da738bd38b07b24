import { Bot, Route, User } from "lucide-react";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { usePage } from "#app/features/more-pages/more-pages.tsx";
import { Avatar } from "#app/components/ui/avatar.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { formatShortDay } from "#app/lib/format.ts";
import { chatsTexts } from "#texts/chats.ts";
import { conversationsTexts as texts } from "#texts/conversations.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import {
  type Conversation,
  type ConversationFilter,
  listConversations,
} from "#workers/contract/endpoints/conversations.ts";
import { Marked } from "../pane/marked.tsx";
import { ComingRows } from "../list/coming-rows.tsx";

interface RowsProps {
  filter: ConversationFilter;
  shown: string;
  addressOf: (of: Pick<Conversation, "chatId" | "seq">) => string;
}

/** A page of conversations, and what is older once it is asked for. */
export function FoundRows({
  page: { conversations, terms, next },
  at = 0,
  ...props
}: RowsProps & { page: ReplyOf<typeof listConversations>; at?: number }) {
  const isMore = usePage(at, { count: conversations.length, hasMore: next !== null });
  return (
    <>
      {conversations.map((each) => (
        <Row
          key={each.chatId}
          conversation={each}
          terms={terms}
          to={props.addressOf(each)}
          current={each.chatId === props.shown}
        />
      ))}
      {next !== null && !isMore && conversations.length === 0 && (
        <li className="p-2 text-center text-muted">{texts.noneHere}</li>
      )}
      {next !== null && isMore && <OlderRows {...props} at={at + 1} before={next} />}
    </>
  );
}

function OlderRows({ before, ...props }: RowsProps & { before: number; at: number }) {
  const { answer, failure, reload } = useQueryOf(listConversations, { query: { ...props.filter, before } });
  if (answer) return <FoundRows {...props} page={answer} />;
  return <ComingRows {...{ failure, reload }} at={props.at} failed={texts.failed} />;
}

/** Whom a conversation was with, who took part, and the words that were found. */
function Row({
  conversation: { customer, excerpt, lastAt, channelName, departmentName, state, messages, ...of },
  terms,
  to,
  current,
}: {
  conversation: Conversation;
  terms: readonly string[];
  to: string;
  current: boolean;
}) {
  const name = customer.name || customer.address || texts.nobody;
  const namesOf = (all: readonly { name: string }[]) =>
    all.map((each) => each.name || texts.deleted).join(", ");
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={current || undefined}
        className={cx("flex gap-3 p-3 hover:bg-hover", current && "bg-accent-soft")}
      >
        <Avatar name={name} />
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <span className="flex items-baseline justify-between gap-2">
            <bdi className="truncate font-medium">{name}</bdi>
            <time dateTime={lastAt} className="shrink-0 text-xs text-muted">
              {formatShortDay(lastAt)}
            </time>
          </span>
          <span dir="auto" className="line-clamp-2 text-[0.8125rem] [overflow-wrap:anywhere]">
            <Marked text={excerpt} terms={terms} />
          </span>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
            <By icon={<Bot aria-label={texts.ledBy.bot} />} names={namesOf(of.bots)} />
            <By icon={<Route aria-label={texts.ledBy.journey} />} names={namesOf(of.journeys)} />
            <By icon={<User aria-label={texts.ledBy.person} />} names={namesOf(of.agents)} />
            <span>
              {[channelName, departmentName, chatsTexts.states[state], texts.messages(messages)]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
        </span>
      </Link>
    </li>
  );
}

const By = ({ icon, names }: { icon: React.ReactElement; names: string }) =>
  names && (
    <span className="flex min-w-0 items-center gap-1 [&>svg]:size-3.5 [&>svg]:shrink-0">
      {icon}
      <bdi className="truncate">{names}</bdi>
    </span>
  );
