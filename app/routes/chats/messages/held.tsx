import { useContext, useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { useSession } from "#app/session/session.ts";
import { chatLaterTexts as texts } from "#texts/chat-later.ts";
import { MOST_HOLD_MS } from "#workers/contract/chat-action.ts";
import type { ChangedMessage } from "#workers/contract/chat-events.ts";
import { wordsOf } from "#workers/contract/message-body.ts";
import { giveBack } from "../composer/given-back.ts";
import { HandlingContext } from "../pane/handling.ts";
import { useChatAction } from "../use-chat-action.ts";

/** After every place that a chat has. */
const LAST = 1e12;

/** Where a message stands on the screen: what is to leave later has no place yet, and stands at the end. */
export const placeOnScreen = ({ seq, sendAt }: Pick<ChangedMessage, "seq" | "sendAt">): number =>
  sendAt === null ? seq : LAST + seq;

/** Whether an answer waits only so that it can be taken back; it leaves with its chat. */
const isBrief = ({ sendAt, at }: Pick<ChangedMessage, "sendAt" | "at">): boolean =>
  sendAt !== null && sendAt - at <= MOST_HOLD_MS;

/** Whether it is cancelled with its chat: somebody has chosen when it leaves. */
export const isForLater = (message: Pick<ChangedMessage, "sendAt" | "at">): boolean =>
  message.sendAt !== null && !isBrief(message);

/** When a message leaves, and what can be done until then. */
export function Held({ message }: { message: ChangedMessage }) {
  const chat = useContext(HandlingContext);
  const { sendAt, at } = message;
  if (sendAt === null) return null;
  const isHeld = isBrief(message);
  return (
    <div className="grid justify-items-end gap-1 text-xs">
      {/* Not read out each second. */}
      <span aria-live="off" className="tabular-nums">
        {isHeld ? (
          <Countdown until={sendAt} most={sendAt - at} />
        ) : (
          texts.sendsAt(formatShortDay(new Date(sendAt).toISOString()))
        )}
      </span>
      {chat && <HeldActions message={message} chatId={chat.chatId} isHeld={isHeld} />}
    </div>
  );
}

/** By this device's clock, which may be wrong: never more than it was at first. */
function Countdown({ until, most }: { until: number; most: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(ticking);
  }, []);
  const seconds = Math.ceil(Math.min(until - now, most) / 1_000);
  return seconds > 0 ? texts.sendsIn(seconds) : texts.sendsNow;
}

function HeldActions({
  message,
  chatId,
  isHeld,
}: {
  message: ChangedMessage;
  chatId: string;
  isHeld: boolean;
}) {
  const { profile } = useSession();
  const { busy, failure, act } = useChatAction(chatId);
  const { id: messageId, body, byId } = message;
  const cancel = async () => {
    const done = await act({ action: "cancelMessage", messageId });
    if (done && body && byId === profile.uId) giveBack(chatId, body);
  };
  return (
    <>
      <span className="flex flex-wrap justify-end gap-1">
        <Button size="sm" busy={busy} onClick={() => void cancel()}>
          {isHeld ? texts.undo : texts.cancel}
        </Button>
        <Button size="sm" tone="ghost" onClick={() => void act({ action: "sendNow", messageId })}>
          {texts.sendNow}
        </Button>
      </span>
      {failure && <span role="alert">{failure}</span>}
    </>
  );
}

/** A message that was taken back before it left: nobody but colleagues sees that there was one. */
export function Cancelled({ message: { body, at } }: { message: ChangedMessage }) {
  return (
    <li className="flex items-baseline justify-end gap-2 text-xs text-muted">
      <span>{texts.cancelled}</span>
      {body && (
        <s dir="auto" className="max-w-[60%] truncate">
          {wordsOf(body)}
        </s>
      )}
      <time dateTime={new Date(at).toISOString()}>{formatShortDay(new Date(at).toISOString())}</time>
    </li>
  );
}
