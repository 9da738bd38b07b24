import { Mic, Pause, Play, RotateCcw, SendHorizontal, Square, Trash2 } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { uiTexts } from "#texts/ui.ts";
import { voiceRecorderTexts as texts } from "#texts/voice-recorder.ts";
import { LONGEST_VOICE } from "#workers/contract/media.ts";
import { Sound, useSource } from "#app/components/local-medium.tsx";
import { type Recording, useRecording } from "./use-recording.ts";

/** Records a voice message in the composer's place: asks for the microphone, records, lets listen, and sends. */
export function VoiceRecorder({
  types,
  share,
  failure,
  sending,
  onSend,
  onClose,
}: {
  /** Those that may be recorded, the best first. */
  types: readonly string[];
  /** 0 to 1 while it is on its way. */
  share: number | undefined;
  failure: string;
  sending: boolean;
  onSend: (file: File) => Promise<boolean>;
  onClose: (sent: boolean) => void;
}) {
  const { recording, stop, again } = useRecording(types);
  return (
    <section aria-label={texts.title} className="grid gap-2 border-t border-line p-3">
      <p role="status" className="sr-only">
        {statusOf(recording)}
      </p>
      {recording.step === "asking" && (
        <>
          <p className="flex items-center gap-2">
            <Mic aria-hidden className="size-4 shrink-0 text-muted" />
            {texts.asking}
          </p>
          <Row>
            <Button size="sm" autoFocus onClick={() => onClose(false)}>
              {uiTexts.cancel}
            </Button>
          </Row>
        </>
      )}
      {recording.step === "refused" && (
        <>
          <Failure text={recording.why} />
          <Row>
            <Button size="sm" autoFocus icon={<RotateCcw aria-hidden />} onClick={again}>
              {texts.tryAgain}
            </Button>
            <Button size="sm" onClick={() => onClose(false)}>
              {uiTexts.close}
            </Button>
          </Row>
        </>
      )}
      {recording.step === "recording" && (
        <>
          <p className="flex items-center gap-2">
            <span aria-hidden className="size-3 shrink-0 animate-pulse rounded-full bg-danger" />
            <span role="timer" aria-label={texts.recorded} className="tabular-nums">
              {texts.running(clockOf(recording.seconds), clockOf(LONGEST_VOICE))}
            </span>
          </p>
          <Row>
            <Button size="sm" autoFocus tone="primary" icon={<Square aria-hidden />} onClick={stop}>
              {texts.stop}
            </Button>
            <Button size="sm" icon={<Trash2 aria-hidden />} onClick={() => onClose(false)}>
              {texts.discard}
            </Button>
          </Row>
        </>
      )}
      {recording.step === "recorded" && (
        <>
          {recording.full && <p className="text-muted">{texts.full}</p>}
          {share !== undefined && <Progress label={texts.sending} value={share} />}
          <Failure text={failure} />
          {/* Where Stop was is what does no harm: it may have been pressed twice. */}
          <Row>
            <Listen file={recording.file} seconds={recording.seconds} />
            <div className="ml-auto flex items-center gap-1">
              <IconButton
                size="sm"
                side="top"
                label={texts.discard}
                icon={<Trash2 aria-hidden />}
                onClick={() => onClose(false)}
              />
              <IconButton
                size="sm"
                side="top"
                label={texts.again}
                icon={<RotateCcw aria-hidden />}
                onClick={again}
              />
              <Button
                size="sm"
                tone="primary"
                icon={<SendHorizontal aria-hidden />}
                busy={sending || share !== undefined}
                onClick={async () => {
                  if (await onSend(recording.file)) onClose(true);
                }}
              >
                {texts.send}
              </Button>
            </div>
          </Row>
        </>
      )}
    </section>
  );
}

const Row = ({ children }: { children: React.ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
);

/** Plays a recording; its length is the clock's, since browsers write none into what they record. */
function Listen({ file, seconds }: { file: File; seconds: number }) {
  const source = useSource(file);
  // Held still: another ref at each drawing would begin the sound anew.
  const hold = useCallback(
    (element: HTMLAudioElement | null) => {
      audio.current = element;
      return source(element);
    },
    [source],
  );
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const press = () => {
    const { current } = audio;
    if (playing) current?.pause();
    else void current?.play().catch(() => setPlaying(false));
  };
  return (
    <>
      <Sound
        ref={hold}
        hidden
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
      <Button
        size="sm"
        autoFocus
        icon={playing ? <Pause aria-hidden /> : <Play aria-hidden />}
        onClick={press}
      >
        {playing ? texts.pause : texts.listen}
      </Button>
      <span className="text-muted tabular-nums">{clockOf(seconds)}</span>
    </>
  );
}

/** "1:05" */
const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function statusOf(recording: Recording): string {
  switch (recording.step) {
    case "asking":
      return texts.asking;
    case "recording":
      return texts.begun;
    case "recorded":
      return recording.full ? texts.full : texts.done(recording.seconds);
    case "refused":
      return "";
    default:
      return recording satisfies never;
  }
}
