import { useContext, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { chatLaterTexts as texts } from "#texts/chat-later.ts";
import type { ChangedMessage } from "#workers/contract/chat-events.ts";
import { isOpen } from "#workers/contract/chat-states.ts";
import { isTemplateType } from "#workers/contract/templates/template.ts";
import { HandlingContext } from "../pane/handling.ts";
import { TemplateDialog } from "../composer/template-dialog.tsx";
import { useChatAction } from "../use-chat-action.ts";

/** Actions on a message that did not arrive, or of which nobody knows whether it did. */
export function MessageActions({ message }: { message: ChangedMessage }) {
  const chat = useContext(HandlingContext);
  const { id: messageId, direction, status, sentAgain } = message;
  const { busy, failure, act } = useChatAction(chat?.chatId ?? "");
  const [isChoosing, setChoosing] = useState(false);
  if (sentAgain) return <span className="text-xs italic">{texts.sentAgain}</span>;
  const isUnknown = status === "unknown";
  const isMissing = status === "failed" || status === "expired";
  if (!chat || direction !== "out" || !isOpen(chat.state) || (!isUnknown && !isMissing)) return null;
  const onlyTemplate = chat.isJITRequired && message.body?.kind !== "template";
  // Words that failed may reach them as a template, whatever was wrong with them.
  const isOtherwise = isMissing && message.body?.kind !== "template";
  const retry = () => void act({ action: "retryMessage", messageId });
  return (
    <div className="grid justify-items-end gap-1 text-xs">
      {isUnknown && <span>{texts.perhapsTwice}</span>}
      <span className="flex flex-wrap justify-end gap-1">
        {isUnknown && (
          <Button size="sm" busy={busy} onClick={() => void act({ action: "confirmMessage", messageId })}>
            {texts.arrived}
          </Button>
        )}
        {!onlyTemplate && (
          <Button size="sm" busy={busy} onClick={retry}>
            {isUnknown ? texts.again : texts.retry}
          </Button>
        )}
        {(onlyTemplate || isOtherwise) && isTemplateType(chat.channelType) && (
          <Button size="sm" onClick={() => setChoosing(true)}>
            {texts.template}
          </Button>
        )}
      </span>
      {failure && <span role="alert">{failure}</span>}
      {isChoosing && <TemplateDialog chat={chat} onClose={() => setChoosing(false)} />}
    </div>
  );
}
