import { useEffect, useState } from "react";
import { redirect, useParams } from "react-router";
import { call as ask, token } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { Call, NEW_CALL } from "#app/features/call/call.ts";
import { CallOver, CallReplaced, CallScreen } from "#app/features/call/call-screen.tsx";
import { canCall } from "#app/features/call/devices.ts";
import { useCall } from "#app/features/call/use-call.ts";
import { titleOf } from "#app/lib/title.ts";
import { useSend } from "#app/kit/use-send.ts";
import { clearStorage, loginPath } from "#app/session/session.ts";
import { videoTexts as texts } from "#texts/video.ts";
import {
  createVideoUser,
  endVideoRoom,
  type VideoRoom,
  videoResources,
} from "#workers/contract/endpoints/video.ts";
import { RecordButton, RecordingNotices, useRecording } from "./recording.tsx";
import type { Route } from "./+types/window.ts";

export const meta = () => titleOf(texts.title);

/** Nobody gets past here without a token; the first call tells whether it is valid. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    if (token.get()) return;
    clearStorage();
    throw redirect(loginPath(new URL(request.url)));
  },
];
// A middleware runs only where there is a loader.
export const clientLoader = () => null;

/** The agent's end of a video call, in a tab of its own, so that the chats stay beside it. */
export default function CallWindow() {
  const { id = "" } = useParams();
  const { answer, failure, reload } = useQueryOf(videoResources, { query: { roomId: id } });
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex h-dvh min-h-120 w-full max-w-6xl flex-col gap-3 p-3 sm:p-6"
    >
      <h1 className="text-lg font-semibold">{texts.title}</h1>
      {!canCall() ? (
        <Banner kind="error">{texts.unsupported}</Banner>
      ) : answer ? (
        <Opened key={id} id={id} relay={answer.relay} />
      ) : failure && failure.status >= 400 && failure.status < 500 ? (
        <EmptyState title={failure.message} />
      ) : failure ? (
        <ErrorState
          title={texts.failed}
          text={failure.message}
          requestId={failure.requestId}
          onRetry={reload}
        />
      ) : (
        <SkeletonRows label={texts.loading} />
      )}
    </main>
  );
}

/** Rendered by the server too. */
export const HydrateFallback = () => (
  <main id="main" tabIndex={-1} className="p-4">
    <SkeletonRows label={texts.loading} />
  </main>
);

function Opened({ id, relay }: { id: string; relay: boolean }) {
  const [room, setRoom] = useState<VideoRoom>();
  const [call] = useState(
    () =>
      new Call("agent", async () => {
        const [{ iceServers }, end] = await Promise.all([
          ask(videoResources, { query: { roomId: id } }),
          ask(createVideoUser, { body: { id: crypto.randomUUID(), roomId: id, side: "agent" } }),
        ]);
        setRoom(end.room);
        return { iceServers, ticket: end.ticket };
      }),
  );
  const view = useCall(call);
  const ending = useSend();
  const inviting = useSend();
  useEffect(() => void call.begin(), [call]);
  const name = room?.customer ?? texts.guest;
  const recording = useRecording(call, view);
  const hangUp = () =>
    ending.send(async () => {
      await recording.finish();
      return ask(endVideoRoom, { params: { id }, body: {} });
    });
  const invite = () =>
    inviting.send(() =>
      ask(createVideoUser, { body: { id: crypto.randomUUID(), roomId: id, side: "customer" } }),
    );
  if (view.wire === "over" || view.wire === "gone")
    return (
      <CallOver view={view} notices={<RecordingNotices recording={recording} view={OVER} name={name} />}>
        <Button onClick={() => close()}>{texts.close}</Button>
      </CallOver>
    );
  if (view.wire === "replaced") return <CallReplaced call={call} />;
  return (
    <CallScreen
      call={call}
      view={view}
      name={name}
      shares
      busy={ending.busy}
      onHangUp={() => void hangUp()}
      notices={
        <>
          {!relay && view.peer !== "connected" && (
            <Banner kind="warning" title={texts.noRelay}>
              {texts.noRelayText}
            </Banner>
          )}
          <RecordingNotices recording={recording} view={view} name={name} />
          <Failure text={ending.failure || inviting.failure} />
        </>
      }
      controls={
        <>
          <RecordButton roomId={id} call={call} view={view} recording={recording} />
          {!view.here && (
            <Button busy={inviting.busy} onClick={() => void invite()}>
              {texts.inviteAgain}
            </Button>
          )}
        </>
      }
    />
  );
}

/** Nothing is asked for any more; what is still being stored is told all the same. */
const OVER = NEW_CALL;
