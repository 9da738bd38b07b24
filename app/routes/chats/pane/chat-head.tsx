import {
  ArrowRightLeft,
  CalendarSearch,
  CircleCheck,
  EllipsisVertical,
  Film,
  LogOut,
  Mail,
  PanelRight,
  Pause,
  Pin,
  PinOff,
  Play,
  TextSearch,
  UserPlus,
  Video,
} from "lucide-react";
import { call } from "#app/data/api.ts";
import { invalidate, patch } from "#app/data/query.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Kbd } from "#app/components/ui/kbd.tsx";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { formatShortDay } from "#app/lib/format.ts";
import { useKeyOf } from "#app/lib/single-keys.ts";
import { isFramed } from "#app/lib/workspace.ts";
import { can, useSession } from "#app/session/session.ts";
import { chatDetailsTexts as detailsTexts } from "#texts/chat-details.ts";
import { chatLabelsTexts as labelsTexts } from "#texts/chat-labels.ts";
import { chatLaterTexts as laterTexts } from "#texts/chat-later.ts";
import { chatSearchTexts as searchTexts } from "#texts/chat-search.ts";
import { chatTranscriptTexts as transcriptTexts } from "#texts/chat-transcript.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { videoTexts } from "#texts/video.ts";
import { CHAT, isOpen } from "#workers/contract/chat-states.ts";
import { type ChatEntry, chatSummary, getChat } from "#workers/contract/endpoints/chats.ts";
import { pinChat } from "#workers/contract/endpoints/chat-steps.ts";
import { Rated } from "../list/chat-list.tsx";
import { ChatTitle } from "./chat-title.tsx";
import { LabelPicker } from "./label-picker.tsx";
import type { PartIn } from "./part-in.ts";
import type { PassOn } from "./pass-on.ts";
import { useKeyHint } from "./use-key-hint.ts";
import { useWatched } from "./use-watched.ts";
import { useChatAction } from "../use-chat-action.ts";
import type { DetailsShown } from "./use-details.ts";
import { WindowLeft } from "./window-left.tsx";

/** A dialog that is asked for. */
export type Asking =
  | PassOn
  | "video"
  | "videoCalls"
  | "close"
  | "transcript"
  | "search"
  | "date"
  | "aside"
  | undefined;

/** Names the person of a chat, with the actions on the chat as a whole. */
export function ChatHead({
  chat,
  part,
  details,
  onAsk,
  onClose,
}: {
  chat: ChatEntry;
  part: PartIn;
  details: DetailsShown;
  onAsk: (what: Asking) => void;
  onClose: () => void;
}) {
  const { profile } = useSession();
  const mayLabel = can(profile, ["CHAT.HANDLE"]);
  const watching = useWatched(chat.chatId);
  const joined = chat.people.filter((each) => each.part === "joined").map(({ name }) => name);
  return (
    <header className="relative flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3">
      <ChatTitle
        chat={chat}
        onClose={onClose}
        facts={
          <>
            {chat.suspendedUntil && <span>{laterTexts.asideUntil(formatShortDay(chat.suspendedUntil))}</span>}
            {chat.windowUntil !== null && isOpen(chat.state) && <WindowLeft until={chat.windowUntil} />}
            {joined.length > 0 && <span>{texts.joined(joined.join(", "))}</span>}
            <Watching of={watching} />
          </>
        }
      >
        {chat.labels.length > 0 && (
          <ul aria-label={labelsTexts.labels} className="mt-1 flex flex-wrap gap-1">
            {chat.labels.map(({ id, name }) => (
              <li key={id}>
                <Badge tone="accent">
                  <bdi>{name}</bdi>
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </ChatTitle>
      <IconButton
        label={details.shown ? detailsTexts.hide : detailsTexts.show}
        aria-expanded={details.shown}
        icon={<PanelRight aria-hidden />}
        onClick={details.toggle}
      />
      {mayLabel && <LabelPicker chat={chat} />}
      <Rated rating={chat.rating} />
      <Badge tone={chat.state === CHAT.started ? "warning" : "neutral"}>{texts.states[chat.state]}</Badge>
      <Actions chat={chat} part={part} onAsk={onAsk} onGone={onClose} />
    </header>
  );
}

/** Others who have the chat open; those who write come before all. */
function Watching({ of: watching }: { of: ReturnType<typeof useWatched> }) {
  const typing = watching.filter(({ isTyping }) => isTyping);
  const names = (typing.length > 0 ? typing : watching).map(({ name }) => name).join(", ");
  return (
    <span role="status" className={cx(typing.length > 0 && "text-accent-ink")}>
      {names && (typing.length > 0 ? texts.typing(names) : texts.viewing(names))}
    </span>
  );
}

/** A menu's entries have their keys beside them. */
const named = (key: string) => key && <Kbd>{key}</Kbd>;

function Actions({
  chat,
  part,
  onAsk,
  onGone,
}: {
  chat: ChatEntry;
  part: PartIn;
  onAsk: (what: Asking) => void;
  onGone: () => void;
}) {
  const toast = useToast();
  const { failure, act } = useChatAction(chat.chatId);
  const pinning = useSend();
  const titleOf = { transfer: useKeyHint("transfer"), close: useKeyHint("closeChat") };
  const keyOf = { invite: useKeyOf("invite"), aside: useKeyOf("layAside") };
  const isHandler = part === "handler";
  const isNow = isOpen(chat.state);
  const answers = isHandler || part === "joined";
  const leave = async () => {
    if (!(await act({ action: "leaveChat" }))) return;
    toast.success(texts.left);
    onGone();
  };
  const pin = () =>
    pinning.send(
      () => call(pinChat, { params: { id: chat.chatId, pin: chat.pinned ? "unpin" : "pin" } }),
      () => {
        patch(getChat, undefined, (now, { params }) =>
          params?.id === chat.chatId ? { ...now, chat: { ...now.chat, pinned: !chat.pinned } } : now,
        );
        void invalidate(chatSummary);
      },
    );
  const entries: MenuEntry[] = [
    ...(isNow
      ? [
          {
            label: chat.pinned ? texts.unpin : texts.pin,
            icon: chat.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />,
            onSelect: () => void pin(),
          },
        ]
      : []),
    ...(answers
      ? [
          {
            label: texts.invite,
            icon: <UserPlus aria-hidden />,
            hint: named(keyOf.invite),
            onSelect: () => onAsk("invite"),
          },
        ]
      : []),
    // In another system's frame a tab of its own would not be signed in.
    ...(answers && chat.videoChat === "on" && !isFramed()
      ? [{ label: videoTexts.start, icon: <Video aria-hidden />, onSelect: () => onAsk("video") }]
      : []),
    ...(isHandler
      ? [
          chat.state === CHAT.suspended
            ? {
                label: texts.resume,
                icon: <Play aria-hidden />,
                onSelect: () => void act({ action: "resumeChat" }),
              }
            : {
                label: laterTexts.aside,
                icon: <Pause aria-hidden />,
                hint: named(keyOf.aside),
                onSelect: () => onAsk("aside"),
              },
        ]
      : []),
    {
      label: searchTexts.openHere,
      icon: <TextSearch aria-hidden />,
      onSelect: () => onAsk("search"),
    },
    {
      label: texts.jump.open,
      icon: <CalendarSearch aria-hidden />,
      onSelect: () => onAsk("date"),
    },
    {
      label: videoTexts.history,
      icon: <Film aria-hidden />,
      onSelect: () => onAsk("videoCalls"),
    },
    {
      label: transcriptTexts.send,
      icon: <Mail aria-hidden />,
      onSelect: () => onAsk("transcript"),
    },
    ...(answers ? [{ label: texts.leave, icon: <LogOut aria-hidden />, onSelect: () => void leave() }] : []),
  ];
  const said = failure || pinning.failure;
  return (
    <>
      <div className="flex gap-2">
        {isHandler && (
          <>
            <Button
              title={titleOf.transfer}
              icon={<ArrowRightLeft aria-hidden />}
              onClick={() => onAsk("transfer")}
            >
              {texts.transfer}
            </Button>
            <Button title={titleOf.close} icon={<CircleCheck aria-hidden />} onClick={() => onAsk("close")}>
              {texts.close}
            </Button>
          </>
        )}
        <Menu
          button={<IconButton label={texts.actions} icon={<EllipsisVertical aria-hidden />} />}
          entries={entries}
        />
      </div>
      {said && (
        <div className="w-full">
          <Failure text={said} />
        </div>
      )}
    </>
  );
}
