import { Circle, Square } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { call as ask } from "#app/data/api.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { Call, CallView } from "#app/features/call/call.ts";
import { useStore } from "#app/lib/store.ts";
import { useSend } from "#app/kit/use-send.ts";
import { videoTexts as texts } from "#texts/video.ts";
import { uiTexts } from "#texts/ui.ts";
import { endVideoRecording, recordVideo } from "#workers/contract/endpoints/video.ts";
import { Recorder, recordedType, type RecorderView } from "./recorder.ts";

/** The recording of a call as its agent's window has it. */
export interface Recording {
  recorder: Recorder | undefined;
  kept: boolean;
  /** Stores what is left; a call is hung up after it. */
  finish: () => Promise<void>;
}

/** Records from the moment at which the customer agrees, until either end stops it or the call is over. */
export function useRecording(call: Call, view: CallView): Recording {
  const [recorder, setRecorder] = useState<Recorder>();
  const [kept, setKept] = useState(false);
  const running = useRef<{ id: string; recorder: Recorder } | undefined>(undefined);
  const finish = useCallback(async () => {
    const now = running.current;
    if (!now) return;
    running.current = undefined;
    await now.recorder.stop();
    // It may be closed already, by the customer or the clock.
    const ended = await ask(endVideoRecording, { params: { id: now.id }, body: {} }).catch(() => undefined);
    setRecorder(undefined);
    if (ended?.recording) setKept(true);
  }, []);
  const { recording, wire } = view;
  const records = recording?.state === "recording" && wire !== "over" && wire !== "gone";
  const id = records ? recording.id : undefined;
  useEffect(() => {
    const type = recordedType();
    if (id === undefined || type === undefined) return void finish();
    const began = new Recorder(id, type, { local: call.view.get().local, remote: call.remote });
    running.current = { id, recorder: began };
    setRecorder(began);
    setKept(false);
    return () => void finish();
  }, [call, finish, id]);
  return { recorder, kept, finish };
}

export function RecordingNotices({
  recording: { recorder, kept },
  view,
  name,
}: {
  recording: Recording;
  view: CallView;
  name: string;
}) {
  const state = view.recording?.state;
  return (
    <>
      {state === "asked" && (
        <Banner kind="info" live>
          {texts.asked(name)}
        </Banner>
      )}
      {state === "refused" && (
        <Banner kind="info" live>
          {texts.refused(name)}
        </Banner>
      )}
      {state === "recording" && (
        <Banner kind="warning" live>
          {texts.recordingNow}
        </Banner>
      )}
      {recorder && <Storing recorder={recorder} />}
      {kept && (
        <Banner kind="success" live>
          {texts.recordingKept}
        </Banner>
      )}
    </>
  );
}

const NOTHING: RecorderView = { waiting: 0, failing: false, lost: false };

function Storing({ recorder }: { recorder: Recorder }) {
  const { failing, lost } = useStore(recorder.view, NOTHING);
  if (lost) return <Failure text={texts.recordingLost} />;
  return failing ? <Banner kind="warning">{texts.uploadFailed}</Banner> : null;
}

/** Asks to record, or stops. */
export function RecordButton({
  roomId,
  call,
  view,
  recording,
}: {
  roomId: string;
  call: Call;
  view: CallView;
  recording: Recording;
}) {
  const asking = useSend();
  const type = recordedType();
  const state = view.recording?.state;
  if (state === "recording" || recording.recorder)
    return (
      <Button icon={<Square aria-hidden />} onClick={() => void recording.finish()}>
        {texts.stopRecording}
      </Button>
    );
  const begin = () =>
    asking.send(
      () => ask(recordVideo, { body: { id: crypto.randomUUID(), roomId, mediaType: type ?? "video/webm" } }),
      ({ recording: { id } }) => call.noteRecording({ id, state: "asked" }),
    );
  return (
    <>
      <Button
        icon={<Circle aria-hidden />}
        busy={asking.busy}
        disabledReason={
          type === undefined
            ? texts.cannotRecord
            : state === "asked"
              ? uiTexts.wait
              : view.here
                ? undefined
                : texts.recordLater
        }
        onClick={() => void begin()}
      >
        {texts.record}
      </Button>
      <Failure text={asking.failure} />
    </>
  );
}
