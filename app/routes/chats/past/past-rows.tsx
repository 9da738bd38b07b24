import { useQueryOf } from "#app/data/query.ts";
import { usePage } from "#app/features/more-pages/more-pages.tsx";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { chatHistory } from "#workers/contract/endpoints/chats.ts";
import { Row } from "../list/chat-list.tsx";
import { ComingRows } from "../list/coming-rows.tsx";
import type { PastQuery } from "./past-query.ts";

interface RowsProps {
  query: PastQuery;
  shown: string;
  addressOf: (id: string) => string;
}

/** A page of ended chats, and those that ended before once they are asked for. */
export function PastRows({
  page: { chats, next },
  at = 0,
  ...props
}: RowsProps & { page: ReplyOf<typeof chatHistory>; at?: number }) {
  const isMore = usePage(at, { count: chats.length, hasMore: next !== null });
  return (
    <>
      {chats.map((chat) => (
        <Row
          key={chat.chatId}
          chat={chat}
          to={props.addressOf(chat.chatId)}
          current={chat.chatId === props.shown}
        />
      ))}
      {next !== null && isMore && <EarlierRows {...props} at={at + 1} before={next} />}
    </>
  );
}

function EarlierRows({ before, ...props }: RowsProps & { before: string; at: number }) {
  const { answer, failure, reload } = useQueryOf(chatHistory, { query: { ...props.query, before } });
  if (answer) return <PastRows {...props} page={answer} />;
  return <ComingRows {...{ failure, reload }} at={props.at} failed={texts.past.failed} />;
}
