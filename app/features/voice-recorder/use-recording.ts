import { useEffect, useRef, useState } from "react";
import { voiceRecorderTexts as texts } from "#texts/voice-recorder.ts";
import { LONGEST_VOICE } from "#workers/contract/media.ts";

const ENDINGS: Readonly<Record<string, string>> = {
  "audio/ogg": "ogg",
  "audio/mp4": "m4a",
  "audio/webm": "webm",
};
const TICK_MS = 250;
/** How long a microphone may take to its first sound after Stop was pressed. */
const FIRST_SOUND_MS = 2_000;

export type Recording =
  | { step: "asking" }
  /** The microphone is not there: why, and how to mend it. */
  | { step: "refused"; why: string }
  | { step: "recording"; seconds: number }
  | { step: "recorded"; seconds: number; file: File; full: boolean };

/**
 * Records the microphone in the first of these types that the browser makes, at once and again by `again`. Unmounting
 * lets the microphone go.
 */
export function useRecording(types: readonly string[]): {
  recording: Recording;
  stop: () => void;
  again: () => void;
} {
  const [recording, setRecording] = useState<Recording>({ step: "asking" });
  const [round, setRound] = useState(0);
  const stop = useRef(() => {});
  const typeIn = useRef(types);
  useEffect(() => {
    let gone = false;
    let end = () => {};
    record(
      typeIn.current,
      (next) => gone || setRecording(next),
      () => gone,
    ).then(
      (running) => {
        end = running.drop;
        stop.current = running.stop;
        if (gone) end();
      },
      (error: unknown) => gone || setRecording({ step: "refused", why: whyNot(error) }),
    );
    return () => {
      gone = true;
      end();
    };
  }, [round]);
  return {
    recording,
    stop: () => stop.current(),
    again: () => {
      setRecording({ step: "asking" });
      setRound((now) => now + 1);
    },
  };
}

interface Running {
  /** Ends it and keeps what was recorded. */
  stop: () => void;
  /** Ends it and keeps nothing. */
  drop: () => void;
}

/** Asks for the microphone and records it. Lets it go whatever goes wrong. */
async function record(
  types: readonly string[],
  show: (recording: Recording) => void,
  isGone: () => boolean,
): Promise<Running> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const release = () => stream.getTracks().forEach((track) => track.stop());
  if (isGone()) {
    release();
    return { stop: release, drop: release };
  }
  try {
    return recordFrom(stream, { types, show, release });
  } catch (error) {
    release();
    throw error;
  }
}

function recordFrom(
  stream: MediaStream,
  {
    types,
    show,
    release,
  }: { types: readonly string[]; show: (recording: Recording) => void; release: () => void },
): Running {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType });
  const parts: Blob[] = [];
  let ending = false;
  recorder.start(TICK_MS);
  const began = performance.now();
  const seconds = () => Math.min(LONGEST_VOICE, Math.floor((performance.now() - began) / 1_000));
  const end = () => recorder.state !== "inactive" && recorder.stop();
  // Stopped before its first sound a recording would hold nothing.
  const stop = () => {
    ending = true;
    if (parts.length > 0) end();
    else setTimeout(end, FIRST_SOUND_MS);
  };
  const timer = setInterval(() => {
    show({ step: "recording", seconds: seconds() });
    if (seconds() >= LONGEST_VOICE) end();
  }, TICK_MS);
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size > 0) parts.push(data);
    if (ending && parts.length > 0) end();
  });
  // Also when the microphone is pulled out: what was said until then is there.
  recorder.addEventListener("stop", () => {
    clearInterval(timer);
    release();
    const length = seconds();
    const file = fileOf(parts, recorder.mimeType);
    if (file.size === 0) show({ step: "refused", why: texts.nothing });
    else show({ step: "recorded", seconds: length, file, full: length >= LONGEST_VOICE });
  });
  show({ step: "recording", seconds: 0 });
  return {
    stop,
    drop: () => {
      clearInterval(timer);
      end();
      release();
    },
  };
}

function fileOf(parts: Blob[], mimeType: string): File {
  const [type = ""] = mimeType.split(";");
  return new File(parts, `voice.${ENDINGS[type] ?? "webm"}`, { type });
}

/** Says what to do about a microphone that there is not. */
function whyNot(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return texts.notAllowed;
  if (name === "NotFoundError" || name === "OverconstrainedError") return texts.noMicrophone;
  if (name === "NotReadableError" || name === "AbortError") return texts.busyMicrophone;
  return texts.notRecorded;
}
