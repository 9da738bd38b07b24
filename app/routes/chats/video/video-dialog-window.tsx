import { useRef } from "react";
import { call as ask } from "#app/data/api.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { uiTexts } from "#texts/ui.ts";
import { videoTexts as texts } from "#texts/video.ts";
import { createVideoRoom } from "#workers/contract/endpoints/video.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { nameOf } from "../list/chat-list.tsx";

export const callPath = (roomId: string): string => `/chat/call/${encodeURIComponent(roomId)}`;

/** Asks before somebody is sent a link, and opens the window of the call. */
export function VideoDialogWindow({ chat, onClose }: { chat: ChatEntry; onClose: () => void }) {
  const own = useRef(crypto.randomUUID());
  const starting = useSend();
  const start = () => {
    // Opened by the press itself, or the browser takes it for a pop-up; what it shows comes when there is a room.
    const tab = open("about:blank", "_blank");
    void starting
      .send(
        () => ask(createVideoRoom, { body: { id: own.current, chatId: chat.chatId } }),
        ({ room }) => {
          if (tab) tab.location.replace(callPath(room.roomId));
          onClose();
        },
      )
      .then((started) => {
        if (!started) tab?.close();
      });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.startTitle}
      description={texts.startText(nameOf(chat))}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button tone="primary" busy={starting.busy} onClick={start}>
            {texts.send}
          </Button>
        </>
      }
    >
      <Failure text={starting.failure} />
    </Dialog>
  );
}
