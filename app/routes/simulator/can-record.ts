/** Whether this browser records at all; on a page that did not come over https it does not. */
export const canRecord = (): boolean =>
  typeof MediaRecorder !== "undefined" && typeof navigator.mediaDevices?.getUserMedia === "function";
