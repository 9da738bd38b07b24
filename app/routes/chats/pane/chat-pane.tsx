import { useEffect, useState } from "react";
import { call } from "#app/data/api.ts";
import { lazily } from "#app/components/ui/lazily.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { useSingleKeys } from "#app/lib/single-keys.ts";
import { useSession } from "#app/session/session.ts";
import { chatDetailsTexts as detailsTexts } from "#texts/chat-details.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { isOpen } from "#workers/contract/chat-states.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { actOnChat, type ChatEntry, type getChat } from "#workers/contract/endpoints/chats.ts";
import { AsideDialog } from "./aside-dialog.tsx";
import { ChatFoot } from "./chat-foot.tsx";
import { ChatFrame } from "./chat-frame.tsx";
import { type Asking, ChatHead } from "./chat-head.tsx";
import { TakeOver } from "./take-over.tsx";
import { nameOf } from "../list/chat-list.tsx";
import { Details } from "../details/details.tsx";
import { HandlingContext } from "./handling.ts";
import { isForLater } from "../messages/held.tsx";
import { History } from "../messages/history.tsx";
import { JumpDialog } from "./jump-dialog.tsx";
import { keepReading } from "./keep-reading.ts";
import { partIn } from "./part-in.ts";
import { isPassOn } from "./pass-on.ts";
import { MessageSearch } from "./search-button.tsx";
import { VideoBar, VideoCalls, VideoDialog } from "../video/video-dialog.tsx";
import { useDetails } from "./use-details.ts";

const CloseDialog = lazily(
  () => import("./close-dialog.tsx"),
  (module) => module.CloseDialog,
);
const PassOnDialog = lazily(
  () => import("./pass-on-dialog.tsx"),
  (module) => module.PassOnDialog,
);
const TranscriptDialog = lazily(
  () => import("./transcript-dialog.tsx"),
  (module) => module.TranscriptDialog,
);

/** One chat: who it is with, what was said, and the answer. */
export function ChatPane({
  id,
  onClose,
  onNext = onClose,
  hasNext = false,
  fills = false,
}: {
  id: string;
  onClose: () => void;
  /** The chat is done with: shows the next one, where there is one. */
  onNext?: () => void;
  hasNext?: boolean;
  /** Its surroundings say how high it is, also in a narrow window. */
  fills?: boolean;
}) {
  return (
    <ChatFrame
      id={id}
      fills={fills}
      gone={{ title: texts.gone, text: texts.goneText }}
      onClose={onClose}
      onNext={hasNext ? onNext : undefined}
    >
      {(read) => <Open read={read} onClose={onClose} onNext={onNext} />}
    </ChatFrame>
  );
}

function Open({
  read,
  onClose,
  onNext,
}: {
  read: ReplyOf<typeof getChat>;
  onClose: () => void;
  onNext: () => void;
}) {
  const { profile } = useSession();
  const { chat } = read;
  const [asking, setAsking] = useState<Asking>();
  const part = partIn(chat, profile.uId);
  const answers = part === "handler" || part === "joined";
  useRead(chat, answers);
  const isHandler = part === "handler";
  const isFree = isOpen(chat.state) && chat.handlingAgent === null;
  useSingleKeys({
    closeChat: isHandler ? () => setAsking("close") : undefined,
    transfer: isHandler ? () => setAsking("transfer") : undefined,
    invite: answers ? () => setAsking("invite") : undefined,
    layAside: isHandler && isOpen(chat.state) ? () => setAsking("aside") : undefined,
    assign: isFree && part === undefined ? () => setAsking("assign") : undefined,
  });
  const closed = () => setAsking(undefined);
  const details = useDetails();
  return (
    <>
      <ChatHead chat={chat} part={part} details={details} onAsk={setAsking} onClose={onClose} />
      <div className="flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1 flex-col">
          {chat.videoChat === "calling" && <VideoBar chat={chat} />}
          {part && <TakeOver chat={chat} messages={read.messages} />}
          <HandlingContext value={answers ? chat : null}>
            <History {...read} own={profile.uId} />
          </HandlingContext>
          <ChatFoot chat={chat} part={part} onAsk={setAsking} />
        </div>
        {details.shown && details.isBeside && (
          <aside
            aria-label={detailsTexts.title}
            // Scrolled by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="w-72 shrink-0 overflow-y-auto border-l border-line p-4"
          >
            <Details chat={chat} />
          </aside>
        )}
      </div>
      {!details.isBeside && (
        <SidePanel open={details.shown} onClose={details.toggle} title={detailsTexts.title}>
          <Details chat={chat} />
        </SidePanel>
      )}
      {asking === "close" && (
        <CloseDialog
          chat={chat}
          held={read.messages.filter(isForLater).length}
          onClose={closed}
          onDone={onNext}
        />
      )}
      {asking === "date" && <JumpDialog chatId={chat.chatId} onClose={closed} />}
      {asking === "video" && <VideoDialog chat={chat} onClose={closed} />}
      {asking === "videoCalls" && <VideoCalls chat={chat} onClose={closed} />}
      {asking === "aside" && <AsideDialog chat={chat} onClose={closed} />}
      {asking === "transcript" && <TranscriptDialog chat={chat} onClose={closed} />}
      <MessageSearch
        open={asking === "search"}
        onClose={closed}
        of={{ chatId: chat.chatId, name: nameOf(chat) }}
      />
      {isPassOn(asking) && <PassOnDialog chat={chat} how={asking} onClose={closed} onDone={onClose} />}
    </>
  );
}

/** Words that are on the screen of somebody who answers in the chat are read. */
function useRead({ chatId, newMsgCount, seq }: ChatEntry, answers: boolean): void {
  const unread = answers && newMsgCount > 0;
  useEffect(() => {
    if (!unread) return undefined;
    const say = () => call(actOnChat, { params: { id: chatId }, body: { action: "agentReadChat" } });
    return keepReading(say, document);
  }, [chatId, unread, seq]);
}
