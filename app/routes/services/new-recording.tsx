import { Mic } from "lucide-react";
import { useState } from "react";
import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { FilePicker } from "#app/components/upload/file-picker.tsx";
import { useUpload } from "#app/components/upload/use-upload.ts";
import { recordedFor } from "#app/features/voice-recorder/can-record.ts";
import { VoiceRecorder } from "#app/features/voice-recorder/recorder.tsx";
import { speechTexts as texts } from "#texts/speech.ts";
import { mediaGroups } from "#workers/contract/endpoints/drive.ts";
import { listSpeech, transcribe } from "#workers/contract/endpoints/speech.ts";

/** A recording that is uploaded or made here, and transcribed at once. */
export function NewRecording({ language }: { language: string }) {
  const listState = useListState("entry");
  const [isRecording, setRecording] = useState(false);
  const { busy, failure, send } = useSend();
  const begin = async (fileId: string): Promise<void> => {
    await send(
      () => request(transcribe, { body: { fileId, language } }),
      ({ payload }) => {
        void invalidate(listSpeech);
        setRecording(false);
        listState.change({ entry: payload.id, from: "" });
      },
    );
  };
  const recorded = useUpload("speech", ({ id }) => begin(id));
  const types = recordedFor(mediaGroups.audio);
  return (
    <div className="grid gap-4">
      <FilePicker use="speech" label={texts.upload} onUploaded={({ id }) => begin(id)} />
      {isRecording ? (
        <VoiceRecorder
          types={types}
          share={recorded.share}
          failure={recorded.failure}
          sending={busy}
          onSend={async (file) => (await recorded.send(file)) === ""}
          onClose={() => setRecording(false)}
        />
      ) : (
        types.length > 0 && (
          <div>
            <Button icon={<Mic aria-hidden />} onClick={() => setRecording(true)}>
              {texts.record}
            </Button>
          </div>
        )
      )}
      <Failure text={failure} />
    </div>
  );
}
