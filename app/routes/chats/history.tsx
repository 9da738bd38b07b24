import { useLayoutEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Formatted } from "#app/features/message-words/formatted.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { chatRatingTexts as ratingTexts } from "#texts/chat-rating.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { ChangedAction, ChangedMessage } from "#workers/contract/chat-events.ts";
import { chatActionCodes } from "#workers/contract/chat-states.ts";
import { getChat } from "#workers/contract/endpoints/chats.ts";
import { mediumOf, type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import { ratingComment, ratingIn } from "#workers/contract/rating.ts";
import { Attachment } from "./attachment.tsx";
import { Cancelled, Held, placeOnScreen } from "./held.tsx";
import { MessageActions } from "./message-actions.tsx";

interface Part {
  messages: readonly ChangedMessage[];
  actions: readonly ChangedAction[];
  more: boolean;
}

/** Pages that are read by themselves to reach a message that was looked for. */
const MOST_PAGES = 20;

/** Under this name the address says which message of which chat is looked at. */
export const AT = "at";
export const placeOf = (chatId: string, seq: number): string => `${chatId}~${seq}`;

/** The place of the message that is looked at in this chat; undefined where it is none in particular. */
function useLookedAt(chatId: string): number | undefined {
  const [search] = useSearchParams();
  const [of, seq] = (search.get(AT) ?? "").split("~");
  return of === chatId && Number.isInteger(Number(seq)) ? Number(seq) : undefined;
}

/**
 * Everything that happened in a chat, in its order; what is older comes on a press, or for a message that was found. Follows
 * its end while it is in sight.
 */
export function History({ chatId, own, ...part }: Part & { chatId: string; own: string }) {
  const box = useRef<HTMLDivElement>(null);
  const at = useLookedAt(chatId);
  const follows = useRef(at === undefined);
  const last = Math.max(part.messages.at(-1)?.seq ?? 0, part.actions.at(-1)?.seq ?? 0);
  useLayoutEffect(() => {
    if (box.current && follows.current) box.current.scrollTop = box.current.scrollHeight;
  }, [last]);
  return (
    <div
      ref={box}
      role="log"
      aria-label={texts.history}
      // Scrolled by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 80;
      }}
      className="min-h-0 flex-1 overflow-y-auto p-3"
    >
      <Page chatId={chatId} own={own} part={part} at={at} pages={1} />
    </div>
  );
}

interface PageProps {
  chatId: string;
  own: string;
  /** The place of the message that is looked at. */
  at: number | undefined;
  /** How many pages are shown with this one. */
  pages: number;
}

function Page({ part, ...props }: PageProps & { part: Part }) {
  const { own, at, pages } = props;
  const [asked, setAsked] = useState(false);
  const all = [
    ...part.messages.map((message) => ({ seq: placeOnScreen(message), message })),
    ...part.actions.map((action) => ({ seq: action.seq, action })),
  ].toSorted((a, b) => a.seq - b.seq);
  const before = all[0]?.seq;
  const older = asked || (at !== undefined && before !== undefined && at < before && pages < MOST_PAGES);
  return (
    <>
      {part.more &&
        before !== undefined &&
        (older ? (
          <Older {...props} before={before} />
        ) : (
          <p className="pb-3 text-center">
            <Button size="sm" onClick={() => setAsked(true)}>
              {texts.older}
            </Button>
          </p>
        ))}
      <ol className="grid gap-2">
        {all.map((each) =>
          "message" in each ? (
            <Message
              key={each.message.id}
              message={each.message}
              own={own}
              actions={part.actions}
              isLookedAt={each.seq === at}
            />
          ) : (
            <Action key={each.action.id} action={each.action} own={own} />
          ),
        )}
      </ol>
    </>
  );
}

function Older({ before, ...props }: PageProps & { before: number }) {
  const { chatId, pages } = props;
  const { answer, failure, reload } = useQueryOf(getChat, { params: { id: chatId }, query: { before } });
  if (answer)
    return (
      <div className="pb-2">
        <Page {...props} pages={pages + 1} part={answer} />
      </div>
    );
  if (failure)
    return (
      <ErrorState
        title={texts.failed}
        text={failure.message}
        requestId={failure.requestId}
        onRetry={reload}
      />
    );
  return (
    <p className="pb-3 text-center">
      <Button size="sm" busy>
        {texts.older}
      </Button>
    </p>
  );
}

function authorOf({ by, byId }: ChangedMessage, own: string, actions: readonly ChangedAction[]): string {
  if (by === "bot" || by === "system") return texts.by[by];
  if (by !== "person") return "";
  if (byId === own) return texts.by.you;
  return actions.find(({ actionBy }) => actionBy === byId)?.byName ?? texts.by.colleague;
}

const show = (row: HTMLElement | null): void => row?.scrollIntoView({ block: "center" });

/** What a message says; a rating by what it means, with what was written beside it. */
function saidIn(body: MessageBody): string {
  const rated = body.kind === "formAnswer" ? ratingIn(body) : undefined;
  if (!rated) return wordsOf(body);
  return [ratingTexts.rated(rated.rating), ratingComment(body)].filter(Boolean).join("\n");
}

function Message({
  message,
  own,
  actions,
  isLookedAt,
}: {
  message: ChangedMessage;
  own: string;
  actions: readonly ChangedAction[];
  isLookedAt: boolean;
}) {
  const { direction, body, status, reason, at, id } = message;
  const isOurs = direction === "out";
  const medium = body && mediumOf(body);
  const words = body ? saidIn(body) : "";
  const state = texts.ticks[status];
  if (status === "cancelled") return <Cancelled message={message} />;
  const isHeld = message.sendAt !== null;
  return (
    <li
      ref={isLookedAt ? show : undefined}
      aria-current={isLookedAt || undefined}
      className={cx("flex", isOurs ? "justify-end" : "justify-start")}
    >
      <div
        className={cx(
          isLookedAt && "outline-2 outline-offset-2 outline-accent",
          "grid max-w-[85%] gap-1 rounded-lg px-3 py-2 sm:max-w-[70%]",
          isOurs ? "bg-accent-soft text-accent-ink" : "bg-sunken",
        )}
      >
        {isOurs && <span className="text-xs font-medium">{authorOf(message, own, actions)}</span>}
        {medium && <Attachment messageId={id} kind={medium.kind} name={medium.medium.name ?? ""} />}
        {words && (
          <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
            <Formatted text={words} />
          </p>
        )}
        {!medium && !words && <p className="italic">{body ? texts.unsupported : texts.long}</p>}
        <span className="flex flex-wrap justify-end gap-x-2 text-xs opacity-90">
          <time dateTime={new Date(at).toISOString()}>{formatShortDay(new Date(at).toISOString())}</time>
          {isOurs && !isHeld && state && <span>{state}</span>}
        </span>
        {isHeld && <Held message={message} />}
        {reason && <span className="text-xs">{reason}</span>}
        <MessageActions message={message} />
      </div>
    </li>
  );
}

/** Empty for what was done by nobody: the rules did it. */
function actorOf({ actionBy, byName }: ChangedAction, own: string): string {
  if (actionBy === own) return texts.by.you;
  return actionBy === "" ? "" : byName || texts.by.colleague;
}

/** To whom or until when; a time is told in the reader's zone. */
const toOf = ({ actionType, to }: ChangedAction): string =>
  actionType === chatActionCodes.suspended && to !== "" ? formatShortDay(to) : to;

function Action({ action, own }: { action: ChangedAction; own: string }) {
  const who = actorOf(action, own);
  const isNote = action.actionType === chatActionCodes.note;
  const at = new Date(action.at).toISOString();
  return (
    <li
      className={cx(
        "mx-auto grid max-w-[85%] gap-0.5 text-center text-[0.8125rem] text-muted",
        isNote && "w-full",
      )}
    >
      <span>
        {texts.did[action.actionType]?.(who, toOf(action))} · <time dateTime={at}>{formatShortDay(at)}</time>
      </span>
      {action.text && (
        <p
          dir="auto"
          className="rounded-lg bg-warning-soft px-3 py-2 text-start [overflow-wrap:anywhere] whitespace-pre-wrap text-warning-ink"
        >
          {action.text}
        </p>
      )}
    </li>
  );
}
