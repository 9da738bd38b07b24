import { MessagesSquare, UserRound } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { ExportButton } from "#app/kit/export-button.tsx";
import { readerZone } from "#app/lib/reader-zone.ts";
import { useCan, useSession } from "#app/session/session.ts";
import { chatsTexts } from "#texts/chats.ts";
import { conversationsTexts as texts } from "#texts/conversations.ts";
import { isOpen } from "#workers/contract/chat-states.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { exportConversation } from "#workers/contract/endpoints/conversations.ts";
import { ChatFrame } from "../pane/chat-frame.tsx";
import { ChatTitle } from "../pane/chat-title.tsx";
import { History } from "../messages/history.tsx";
import { BehindContext } from "../messages/behind-context.ts";
import { withBehind } from "./behind.tsx";

/** A conversation to be read, with what was behind each message; nothing can be done in it from here. */
export function ArchivedChat({ id, onClose }: { id: string; onClose: () => void }) {
  const { profile } = useSession();
  return (
    <ChatFrame id={id} gone={{ title: texts.gone, text: texts.goneText }} onClose={onClose}>
      {(read) => (
        <>
          <Head chat={read.chat} onClose={onClose} />
          <BehindContext value={withBehind}>
            <History {...read} own={profile.uId} />
          </BehindContext>
        </>
      )}
    </ChatFrame>
  );
}

function Head({ chat, onClose }: { chat: ChatEntry; onClose: () => void }) {
  const { chatId, person, state } = chat;
  const may = useCan();
  const place = new URLSearchParams({ ...(isOpen(state) && { queue: "all" }), chat: chatId });
  const mayOpen = !isOpen(state) || may("CHAT.HANDLE");
  const file = (form: "text" | "csv") => ({
    endpoint: exportConversation,
    input: { params: { id: chatId }, query: { form, timezone: readerZone() } },
    fileName: texts.transcriptName(form === "csv" ? "csv" : "txt"),
    failed: texts.saveOneFailed,
    size: "sm" as const,
  });
  return (
    <header className="flex flex-wrap items-center gap-2 border-b border-line p-3">
      <ChatTitle chat={chat} onClose={onClose} />
      <Badge>{chatsTexts.states[state]}</Badge>
      <div className="flex flex-wrap gap-2">
        {mayOpen && (
          <ButtonLink
            size="sm"
            icon={<MessagesSquare aria-hidden />}
            to={`${isOpen(state) ? "/chat/conversation" : "/chat/history"}?${place}`}
          >
            {texts.openChat}
          </ButtonLink>
        )}
        {person.customerId !== null && may("CUSTOMER.VIEW") && (
          <ButtonLink
            size="sm"
            icon={<UserRound aria-hidden />}
            to={`/customer-master/customers/${person.customerId}`}
          >
            {texts.openCustomer}
          </ButtonLink>
        )}
        <ExportButton {...file("text")} label={texts.saveText} />
        <ExportButton {...file("csv")} label={texts.saveRows} />
      </div>
    </header>
  );
}
