import { Play } from "lucide-react";
import { useEffect, useState } from "react";
import { download } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { formatShortDay } from "#app/lib/format.ts";
import { uiTexts } from "#texts/ui.ts";
import { videoTexts as texts } from "#texts/video.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { videoHistory, videoRecordingFile, type VideoRoom } from "#workers/contract/endpoints/video.ts";

/** The video calls of a chat that are over, with their recordings. */
export function VideoCallsWindow({ chat: { chatId }, onClose }: { chat: ChatEntry; onClose: () => void }) {
  const [from, setFrom] = useState(0);
  const { answer, failure, reload } = useQueryOf(videoHistory, { query: { chatId, from, perPage: PAGE } });
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.history}
      size="lg"
      footer={
        <>
          {from > 0 && <Button onClick={() => setFrom(from - PAGE)}>{texts.newer}</Button>}
          {answer?.more && <Button onClick={() => setFrom(from + PAGE)}>{texts.older}</Button>}
          <Button onClick={onClose}>{uiTexts.close}</Button>
        </>
      }
    >
      {failure ? (
        <ErrorState
          title={texts.historyFailed}
          text={failure.message}
          requestId={failure.requestId}
          onRetry={reload}
        />
      ) : !answer ? (
        <SkeletonRows label={texts.loading} />
      ) : answer.rooms.length === 0 ? (
        <EmptyState title={texts.historyNone} />
      ) : (
        <ul className="grid gap-3">
          {answer.rooms.map((room) => (
            <li key={room.roomId} className="grid gap-2 border-b border-line pb-3 last:border-0">
              <Past room={room} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
const PAGE = 10;

function Past({ room }: { room: VideoRoom }) {
  const { agent, startedAt, joinedAt, endedAt, endedBy, recordings } = room;
  const seconds =
    joinedAt && endedAt ? Math.round((Date.parse(endedAt) - Date.parse(joinedAt)) / 1_000) : undefined;
  return (
    <>
      <p>
        <span className="font-medium">{texts.callBy(agent, formatShortDay(startedAt))}</span>
        <span className="block text-muted">
          {[endedBy && texts.ends[endedBy], seconds !== undefined && texts.duration(seconds)]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </p>
      {recordings.map(({ id, state, createdAt }) =>
        state === "ready" ? (
          <Film key={id} id={id} at={createdAt} />
        ) : (
          <p key={id} className="text-muted">
            {state === "refused" ? texts.recordingRefused : texts.recordingComing}
          </p>
        ),
      )}
    </>
  );
}

/** A recording, which is fetched when somebody wants to see it: that leaves an entry. */
function Film({ id, at }: { id: string; at: string }) {
  const [source, setSource] = useState<string>();
  const loading = useSend();
  useEffect(() => () => (source ? URL.revokeObjectURL(source) : undefined), [source]);
  const play = () =>
    loading.send(
      () => download(videoRecordingFile, { params: { id } }),
      (film) => setSource(URL.createObjectURL(film)),
    );
  const label = texts.recordingOf(formatShortDay(at));
  if (source)
    return (
      // Recorded speech has no captions.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video src={source} aria-label={label} controls autoPlay className="max-h-80 w-full" />
    );
  return (
    <div className="grid justify-items-start gap-2">
      <Button size="sm" icon={<Play aria-hidden />} busy={loading.busy} onClick={() => void play()}>
        {texts.play}
      </Button>
      <Failure text={loading.failure} />
    </div>
  );
}
