import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Button } from "#app/components/ui/button.tsx";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { chatHistory } from "#workers/contract/endpoints/chats.ts";
import { Row } from "./chat-list.tsx";
import { ComingRows } from "./coming-rows.tsx";
import type { PastQuery } from "./past-query.ts";

interface RowsProps {
  query: PastQuery;
  shown: string;
  addressOf: (id: string) => string;
}

/** A page of ended chats, and those that ended before once they are asked for. */
export function PastRows({
  page: { chats, next },
  ...props
}: RowsProps & { page: ReplyOf<typeof chatHistory> }) {
  const [more, setMore] = useState(false);
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
      {next !== null &&
        (more ? (
          <EarlierRows {...props} before={next} />
        ) : (
          <li className="p-2 text-center">
            <Button onClick={() => setMore(true)}>{texts.more}</Button>
          </li>
        ))}
    </>
  );
}

function EarlierRows({ before, ...props }: RowsProps & { before: string }) {
  const { answer, failure, reload } = useQueryOf(chatHistory, { query: { ...props.query, before } });
  if (answer) return <PastRows {...props} page={answer} />;
  return <ComingRows {...{ failure, reload }} failed={texts.past.failed} more={texts.more} />;
}
