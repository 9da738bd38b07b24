import { ArrowLeft, MessagesSquare, UserRound } from "lucide-react";
import { isGone, useQueryOf } from "#app/data/query.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { ExportButton } from "#app/kit/export-button.tsx";
import { readerZone } from "#app/lib/reader-zone.ts";
import { useCan, useSession } from "#app/session/session.ts";
import { chatsTexts } from "#texts/chats.ts";
import { conversationsTexts as texts } from "#texts/conversations.ts";
import { isOpen } from "#workers/contract/chat-states.ts";
import { type ChatEntry, getChat } from "#workers/contract/endpoints/chats.ts";
import { exportConversation } from "#workers/contract/endpoints/conversations.ts";
import { nameOf } from "../chat-list.tsx";
import { History } from "../history.tsx";
import { BehindContext } from "../behind-context.ts";
import { withBehind } from "./behind.tsx";

/** What was said in a conversation, with what was behind each message; nothing is done in it from here. */
export function ArchivedChat({ id, onClose }: { id: string; onClose: () => void }) {
  const { profile } = useSession();
  const { answer, failure, reload } = useQueryOf(getChat, { params: { id }, query: {} });
  return (
    <section className="flex h-full min-h-0 flex-col rounded-lg border border-line bg-surface max-lg:h-[max(26rem,calc(100dvh-5rem))]">
      {failure && isGone(failure) ? (
        <EmptyState title={texts.gone} action={<Button onClick={onClose}>{texts.back}</Button>}>
          {texts.goneText}
        </EmptyState>
      ) : answer ? (
        <>
          <Head chat={answer.chat} onClose={onClose} />
          <BehindContext value={withBehind}>
            <History {...answer} own={profile.uId} />
          </BehindContext>
        </>
      ) : failure ? (
        <ErrorState
          title={chatsTexts.failed}
          text={failure.message}
          requestId={failure.requestId}
          onRetry={reload}
        />
      ) : (
        <div className="p-4">
          <SkeletonRows rows={6} />
        </div>
      )}
    </section>
  );
}

function Head({ chat, onClose }: { chat: ChatEntry; onClose: () => void }) {
  const { chatId, person, channelName, state } = chat;
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
      <IconButton
        className="lg:hidden"
        label={texts.back}
        icon={<ArrowLeft aria-hidden />}
        onClick={onClose}
      />
      <div className="min-w-0 flex-1 max-sm:basis-3/4">
        <h2 className="truncate font-semibold">
          <bdi>{nameOf(chat)}</bdi>
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-muted">
          {person.name && person.address && <bdi>{person.address}</bdi>}
          <span>{channelName}</span>
        </p>
      </div>
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
