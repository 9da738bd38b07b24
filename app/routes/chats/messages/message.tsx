import type { ReactNode } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { formatShortDay } from "#app/lib/format.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { ChangedAction, ChangedMessage } from "#workers/contract/chat-events.ts";
import { bubbleOf } from "./bubble.ts";
import { formatDay } from "./day.ts";
import { Cancelled, Held } from "./held.tsx";
import { MessageActions } from "./message-actions.tsx";
import type { Fold } from "./message-folds.ts";
import { Quoted, Said } from "./said.tsx";

function authorOf({ by, byId }: ChangedMessage, own: string, actions: readonly ChangedAction[]): string {
  if (by === "bot" || by === "system") return texts.by[by];
  if (by !== "person") return "";
  if (byId === own) return texts.by.you;
  return actions.find(({ actionBy }) => actionBy === byId)?.byName ?? texts.by.colleague;
}

export function Message({
  message,
  own,
  actions,
  isLookedAt,
  fold,
  behind,
}: {
  message: ChangedMessage;
  /** Later messages that are about it. */
  fold: Fold | undefined;
  own: string;
  actions: readonly ChangedAction[];
  isLookedAt: boolean;
  /** Stands in the margin, below the message where there is no room; undefined where there is no margin. */
  behind: ReactNode;
}) {
  const { direction, body, status, reason, at, id } = message;
  const isOurs = direction === "out";
  const state = texts.ticks[status];
  if (status === "cancelled") return <Cancelled message={message} />;
  const isHeld = message.sendAt !== null;
  return (
    <li
      data-seq={message.seq}
      data-day={formatDay(at)}
      aria-current={isLookedAt || undefined}
      className={cx(
        behind === undefined ? "flex" : "grid gap-1 xl:grid-cols-[minmax(0,1fr)_14rem] xl:gap-4",
        isOurs ? "justify-end" : "justify-start",
      )}
    >
      <div
        className={cx(
          behind !== undefined && (isOurs ? "self-start justify-self-end" : "self-start justify-self-start"),
          isLookedAt && "outline-2 outline-offset-2 outline-accent",
          bubbleOf(isOurs ? "ours" : "theirs"),
        )}
      >
        {isOurs && <span className="text-xs font-medium">{authorOf(message, own, actions)}</span>}
        {message.quoted && <Quoted of={message.quoted} />}
        {fold?.isDeleted ? (
          <p className="italic">{texts.about.deleted}</p>
        ) : body ? (
          <Said messageId={id} body={body} edited={fold?.edited} />
        ) : (
          <p className="italic">{texts.long}</p>
        )}
        <span className="flex flex-wrap justify-end gap-x-2 text-xs opacity-90">
          <time dateTime={new Date(at).toISOString()}>{formatShortDay(new Date(at).toISOString())}</time>
          {fold?.edited !== undefined && !fold.isDeleted && <span>{texts.about.edited}</span>}
          {isOurs && !isHeld && state && <span>{state}</span>}
        </span>
        <Reactions fold={fold} />
        {isHeld && <Held message={message} />}
        {reason && <span className="text-xs">{reason}</span>}
        <MessageActions message={message} />
      </div>
      {behind}
    </li>
  );
}

function Reactions({ fold }: { fold: Fold | undefined }) {
  const all = Object.values(fold?.reactions ?? {}).filter((emoji) => emoji !== "");
  if (all.length === 0) return null;
  return (
    <p role="group" aria-label={texts.about.reactions} className="text-end">
      {all.join(" ")}
    </p>
  );
}
