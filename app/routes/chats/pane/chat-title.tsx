import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { nameOf } from "../list/chat-list.tsx";

/** Whom an open chat is with and where, with the way back in a narrow window. */
export function ChatTitle({
  chat,
  facts,
  onClose,
  children,
}: {
  chat: ChatEntry;
  /** More of the line below the name. */
  facts?: ReactNode;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { person, channelName, chatId } = chat;
  return (
    <>
      <IconButton
        className="lg:hidden"
        label={texts.back}
        icon={<ArrowLeft aria-hidden />}
        onClick={onClose}
      />
      <div className="min-w-0 flex-1 max-sm:basis-3/4">
        <h2
          data-chat-heading={chatId}
          tabIndex={-1}
          className="truncate rounded font-semibold focus-visible:outline-2 focus-visible:outline-accent"
        >
          <bdi>{nameOf(chat)}</bdi>
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-muted">
          {person.name && person.address && <bdi>{person.address}</bdi>}
          <span>{channelName}</span>
          {facts}
        </p>
        {children}
      </div>
    </>
  );
}
