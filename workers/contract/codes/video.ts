import { videoTexts as texts } from "#texts/video.ts";
import type { Refusals } from "../refusal.ts";

export const videoCodes = {
  videoOff: { status: 409, sentence: texts.off },
  videoRunning: { status: 409, sentence: texts.running },
  videoEnded: { status: 409, sentence: texts.overAlready },
  videoNotYours: { status: 403, sentence: texts.notYours },
  videoTaken: { status: 409, sentence: texts.taken },
  videoLinkGone: { status: 404, sentence: texts.linkGone },
  videoNobodyThere: { status: 409, sentence: texts.nobodyThere },
  recordingRunning: { status: 409, sentence: texts.recording.running },
  recordingNotRunning: { status: 409, sentence: texts.recording.notRunning },
  recordingOrder: { status: 409, sentence: texts.recording.order },
  recordingFull: { status: 413, sentence: texts.recording.full },
} as const satisfies Refusals;
