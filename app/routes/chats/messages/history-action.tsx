import { cx } from "#app/components/ui/cx.ts";
import { formatShortDay } from "#app/lib/format.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { ChangedAction } from "#workers/contract/chat-events.ts";
import { chatActionCodes } from "#workers/contract/chat-states.ts";
import { formatDay } from "./day.ts";
import { Noted } from "./noted.tsx";

/** Empty for what was done by nobody: the rules did it. */
function actorOf({ actionBy, byName }: ChangedAction, own: string): string {
  if (actionBy === own) return texts.by.you;
  return actionBy === "" ? "" : byName || texts.by.colleague;
}

/** To whom or until when; a time is told in the reader's zone. */
const toOf = ({ actionType, to }: ChangedAction): string =>
  actionType === chatActionCodes.suspended && to !== "" ? formatShortDay(to) : to;

/** Somebody's act in a chat, or their note for colleagues. */
export function Action({ action, own }: { action: ChangedAction; own: string }) {
  const who = actorOf(action, own);
  const isNote = action.actionType === chatActionCodes.note;
  const at = new Date(action.at).toISOString();
  return (
    <li
      data-seq={action.seq}
      data-day={formatDay(action.at)}
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
          <Noted text={action.text} mentions={action.mentions} />
        </p>
      )}
    </li>
  );
}
