import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { chatLaterTexts as laterTexts } from "#texts/chat-later.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";

/** Tells what to know before one writes, and why the last try was refused. */
export function ComposerNotices({
  chat,
  needsTemplate,
  failure,
  answered,
  onTemplate,
  onSendAnyway,
}: {
  chat: ChatEntry;
  needsTemplate: boolean;
  failure: string;
  /** Which colleague has answered since; empty where none has. */
  answered: string;
  /** Undefined where the channel has no templates. */
  onTemplate: (() => void) | undefined;
  onSendAnyway: () => void;
}) {
  return (
    <>
      {chat.state === CHAT.suspended && (
        <Banner kind="info">
          {chat.suspendedUntil
            ? laterTexts.suspendedUntil(formatShortDay(chat.suspendedUntil))
            : texts.suspended}
        </Banner>
      )}
      {needsTemplate && (
        <Banner
          kind="warning"
          actions={
            onTemplate && (
              <Button size="sm" onClick={onTemplate}>
                {texts.template}
              </Button>
            )
          }
        >
          {texts.windowClosed}
        </Banner>
      )}
      <Failure text={failure} />
      {answered && (
        <Banner
          kind="warning"
          live
          actions={
            <Button size="sm" onClick={onSendAnyway}>
              {texts.sendAnyway}
            </Button>
          }
        >
          {answered}
        </Banner>
      )}
    </>
  );
}
