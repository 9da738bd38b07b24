import { RECORDED } from "#app/features/voice-recorder/can-record.ts";
import { VoiceRecorder } from "#app/features/voice-recorder/recorder.tsx";
import { type Say, useMedium } from "./use-medium.ts";

/** Records a voice message of the played person. */
export function Recorder({
  channelId,
  say,
  sending,
  onClose,
}: {
  channelId: string;
  say: Say;
  sending: boolean;
  onClose: (sent?: boolean) => void;
}) {
  const { share, failure, send } = useMedium(channelId, say);
  return (
    <VoiceRecorder
      types={RECORDED}
      share={share}
      failure={failure}
      sending={sending}
      onSend={(file) => send(file, { kind: "audio", voice: true })}
      onClose={onClose}
    />
  );
}
