/** Types as messengers want them; Firefox has the first, Safari and newer Chromium the second, older ones the third. */
export const RECORDED = ["audio/ogg;codecs=opus", "audio/mp4", "audio/webm;codecs=opus"] as const;

/** Whether this browser records at all; on a page that did not come over https it does not. */
export const canRecord = (): boolean =>
  typeof MediaRecorder !== "undefined" && typeof navigator.mediaDevices?.getUserMedia === "function";

/** Those types of a recording that a channel takes and this browser makes. */
export const recordedFor = (takes: readonly string[]): string[] =>
  canRecord()
    ? RECORDED.filter(
        (type) => takes.includes(type.split(";")[0] ?? "") && MediaRecorder.isTypeSupported(type),
      )
    : [];
