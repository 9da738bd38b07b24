import { call as ask } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { useSession } from "#app/session/session.ts";
import { chatsTexts } from "#texts/chats.ts";
import { videoTexts as texts } from "#texts/video.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { currentVideo, endVideoRoom } from "#workers/contract/endpoints/video.ts";
import { callPath } from "./video-dialog-window.tsx";

/** Says that a call is under way in the chat, leads its agent back to it, and lets it be ended. */
export function VideoBar({ chat: { chatId, handlingAgent } }: { chat: ChatEntry }) {
  const { profile } = useSession();
  const { answer, failure } = useQueryOf(currentVideo, { query: { chatId } });
  const ending = useSend();
  const room = answer?.rooms[0];
  if (failure) return <Failure text={failure.message} className="m-3" />;
  if (!room) return null;
  const end = () =>
    ending.send(
      () => ask(endVideoRoom, { params: { id: room.roomId }, body: {} }),
      () => void invalidate(currentVideo),
    );
  const mayEnd = room.isOwn || handlingAgent === profile.uId;
  return (
    <div className="grid gap-2 border-b border-line p-3">
      <Banner
        kind="info"
        live
        actions={
          <div className="flex flex-wrap gap-2">
            {room.isOwn && (
              <a
                href={callPath(room.roomId)}
                target="_blank"
                rel="noreferrer"
                className={buttonClass("primary", "sm")}
              >
                {texts.goOn}
              </a>
            )}
            {mayEnd && (
              <Button size="sm" busy={ending.busy} onClick={() => void end()}>
                {texts.endIt}
              </Button>
            )}
          </div>
        }
      >
        {chatsTexts.did[29]?.(room.agent, "")}
      </Banner>
      <Failure text={ending.failure} />
    </div>
  );
}
