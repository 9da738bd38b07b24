import { ArrowLeft, ArrowRightLeft, CircleCheck, Hand } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call } from "#app/data/api.ts";
import { isGone, useQueryOf } from "#app/data/query.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { can, useSession } from "#app/session/session.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { CHAT, isOpen } from "#workers/contract/chat-states.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { actOnChat, type ChatEntry, getChat } from "#workers/contract/endpoints/chats.ts";
import { nameOf } from "./chat-list.tsx";
import { CloseDialog } from "./close-dialog.tsx";
import { Composer } from "./composer.tsx";
import { History } from "./history.tsx";
import { TransferDialog } from "./transfer-dialog.tsx";
import { useChatAction } from "./use-chat-action.ts";

/** One chat: who it is with, what was said, and the answer. */
export function ChatPane({ id, onClose }: { id: string; onClose: () => void }) {
  const { answer, failure, reload } = useQueryOf(getChat, { params: { id }, query: {} });
  return (
    <section className="flex h-full min-h-0 flex-col rounded-lg border border-line bg-surface max-lg:h-[max(26rem,calc(100dvh-5rem))]">
      {failure && isGone(failure) ? (
        <EmptyState title={texts.gone} action={<Button onClick={onClose}>{texts.back}</Button>}>
          {texts.goneText}
        </EmptyState>
      ) : answer ? (
        <Open read={answer} onClose={onClose} />
      ) : failure ? (
        <ErrorState
          title={texts.failed}
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

function Open({ read, onClose }: { read: ReplyOf<typeof getChat>; onClose: () => void }) {
  const { profile } = useSession();
  const { chat } = read;
  const [asking, setAsking] = useState<"transfer" | "close">();
  const isMine = chat.handlingAgent === profile.uId && isOpen(chat.state);
  useRead(chat, isMine);
  const closed = () => setAsking(undefined);
  return (
    <>
      <Head chat={chat} isMine={isMine} onAsk={setAsking} onClose={onClose} />
      <History chatId={chat.chatId} {...read} own={profile.uId} />
      <Foot chat={chat} isMine={isMine} />
      {asking === "transfer" && <TransferDialog chat={chat} onClose={closed} onDone={onClose} />}
      {asking === "close" && <CloseDialog chat={chat} onClose={closed} onDone={onClose} />}
    </>
  );
}

function Head({
  chat,
  isMine,
  onAsk,
  onClose,
}: {
  chat: ChatEntry;
  isMine: boolean;
  onAsk: (what: "transfer" | "close") => void;
  onClose: () => void;
}) {
  const { person } = chat;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3">
      <IconButton
        className="lg:hidden"
        label={texts.back}
        icon={<ArrowLeft aria-hidden />}
        onClick={onClose}
      />
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold">
          <bdi>{nameOf(chat)}</bdi>
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-muted">
          {person.name && person.address && <bdi>{person.address}</bdi>}
          <span>{chat.channelName}</span>
          {person.customerId !== null && (
            <Link
              className="text-accent-ink underline"
              to={`/customer-master/customers/view/${person.customerId}`}
            >
              {texts.openCustomer}
            </Link>
          )}
        </p>
      </div>
      <Badge tone={chat.state === CHAT.started ? "warning" : "neutral"}>{texts.states[chat.state]}</Badge>
      {isMine && (
        <div className="flex gap-2">
          <Button icon={<ArrowRightLeft aria-hidden />} onClick={() => onAsk("transfer")}>
            {texts.transfer}
          </Button>
          <Button icon={<CircleCheck aria-hidden />} onClick={() => onAsk("close")}>
            {texts.close}
          </Button>
        </div>
      )}
    </header>
  );
}

/** What can be done with the chat now. */
function Foot({ chat, isMine }: { chat: ChatEntry; isMine: boolean }) {
  const { busy, failure, act } = useChatAction(chat.chatId);
  const { profile } = useSession();
  if (!isOpen(chat.state)) return <p className="border-t border-line p-4 text-muted">{texts.closed}</p>;
  if (isMine) return <Composer chat={chat} />;
  if (chat.handlingAgent !== null)
    return <p className="border-t border-line p-4 text-muted">{texts.with(chat.handlerName)}</p>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-3">
      <p className="text-muted">{chat.state === CHAT.created ? texts.withBot : texts.waiting}</p>
      {can(profile, ["CHAT.HANDLE"]) && (
        <Button
          tone="primary"
          busy={busy}
          icon={<Hand aria-hidden />}
          onClick={() => void act({ action: "agentPickupChat" })}
        >
          {texts.pickUp}
        </Button>
      )}
      {failure && (
        <div className="w-full">
          <Banner kind="error" live>
            {failure}
          </Banner>
        </div>
      )}
    </div>
  );
}

/** Words that are on the screen of who has the chat are read. */
function useRead({ chatId, newMsgCount, seq }: ChatEntry, isMine: boolean): void {
  const unread = isMine && newMsgCount > 0;
  useEffect(() => {
    if (!unread) return undefined;
    const read = () => {
      if (document.visibilityState !== "visible") return;
      // Whether or not it arrives: the next message or the next look says it again.
      call(actOnChat, { params: { id: chatId }, body: { action: "agentReadChat" } }).catch(() => undefined);
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [chatId, unread, seq]);
}
