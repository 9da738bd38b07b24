/** Recording a voice message, for a customer or on a played phone. */
export const voiceRecorderTexts = {
  title: "Voice message",
  asking: "Allow the microphone in your browser…",
  notAllowed:
    "Your browser doesn't let this page use the microphone. Allow it in the settings beside the address, then try again.",
  noMicrophone: "No microphone was found. Connect one, then try again.",
  busyMicrophone: "The microphone doesn't answer. Close other programs that use it, then try again.",
  notRecorded: "Recording didn't work in this browser. Try again, or attach a file.",
  nothing: "Nothing was recorded. Try again.",
  tryAgain: "Try again",
  recorded: "Recorded",
  running: (now: string, most: string) => `${now} of ${most}`,
  begun: "Recording. Press Stop when you are done.",
  stop: "Stop",
  discard: "Discard",
  done: (seconds: number) => `Recorded ${seconds === 1 ? "1 second" : `${seconds} seconds`}.`,
  full: "Recording stopped after two minutes, the longest for a voice message.",
  listen: "Listen",
  pause: "Pause",
  again: "Record again",
  send: "Send",
  sending: "Sending the voice message",
} as const;
