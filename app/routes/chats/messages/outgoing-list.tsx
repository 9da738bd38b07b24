import { useContext, useEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Formatted } from "#app/features/message-words/formatted.tsx";
import { chatLaterTexts as texts } from "#texts/chat-later.ts";
import { chatsTexts } from "#texts/chats.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ChangedMessage } from "#workers/contract/chat-events.ts";
import { bubbleOf } from "./bubble.ts";
import { HandlingContext } from "../pane/handling.ts";
import { dropOutgoing, type Outgoing, tellOf, useOutgoing } from "../composer/outgoing.ts";

/** Answers and notes that the server does not have yet, after all that it has. */
export function OutgoingList({
  chatId,
  messages,
  onBegun,
}: {
  chatId: string;
  /** Those that stand in the history. */
  messages: readonly ChangedMessage[];
  onBegun: () => void;
}) {
  const all = useOutgoing(chatId);
  const arrived = new Set(all.length > 0 ? messages.map(({ id }) => id) : []);
  const shown = all.filter(({ id }) => !arrived.has(id));
  useEffect(() => {
    // Its confirmation was lost: nobody is to send it once more.
    for (const one of all) if (one.reason !== "" && arrived.has(one.id)) tellOf("arrived", one);
    dropOutgoing((one) => one.chatId === chatId && one.reason !== "" && arrived.has(one.id));
  });
  const count = all.length;
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) onBegun();
    before.current = count;
  });
  if (shown.length === 0) return null;
  return (
    <ol className="grid gap-2 pb-2">
      {shown.map((one) => (
        <Bubble key={one.id} one={one} />
      ))}
    </ol>
  );
}

function Bubble({ one }: { one: Outgoing }) {
  const canRetry = useContext(HandlingContext) !== null;
  const { kind, text, file, reason } = one;
  return (
    <li className="flex justify-end">
      <div className={bubbleOf(reason !== "" ? "refused" : kind === "note" ? "noted" : "underway")}>
        <span className="text-xs font-medium">{kind === "note" ? chatsTexts.note : chatsTexts.by.you}</span>
        {file && <span>{chatsTexts.attachment(file.name)}</span>}
        {text && (
          <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
            <Formatted text={text} />
          </p>
        )}
        <span className="text-end text-xs">
          {reason !== "" ? texts.notSent(reason) : kind === "note" ? uiTexts.working : texts.sendsNow}
        </span>
        {reason !== "" && canRetry && (
          <span className="flex flex-wrap justify-end gap-1">
            <Button size="sm" onClick={() => tellOf("send", one)}>
              {texts.tryAgain}
            </Button>
            <Button size="sm" tone="ghost" onClick={() => dropOutgoing(({ id }) => id === one.id)}>
              {texts.discard}
            </Button>
          </span>
        )}
      </div>
    </li>
  );
}
