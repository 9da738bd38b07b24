import { chatLabelsTexts as labelsTexts } from "#texts/chat-labels.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { Refusals } from "../refusal.ts";

export const chatsCodes = {
  chatPickedUp: { status: 409, sentence: texts.notYours },
  chatNotYours: { status: 409, sentence: texts.notYours },
  chatNotOffered: { status: 409, sentence: texts.notOffered },
  chatNewer: { status: 409, sentence: texts.newer },
  chatAnswered: { status: 409, sentence: texts.answeredSince },
  chatWritten: { status: 409, sentence: texts.writtenSince },
  chatEnded: { status: 409, sentence: texts.ended },
  chatMessageSent: { status: 409, sentence: texts.alreadySent },
  chatMessageCancelled: { status: 409, sentence: texts.wasCancelled },
  chatMessageSettled: { status: 409, sentence: texts.settled },
  chatIdUsed: { status: 409, sentence: texts.idUsed },
  chatLabelTaken: { status: 409, sentence: labelsTexts.taken },
  chatLabelsFull: { status: 409, sentence: labelsTexts.full },
  chatWindowClosed: { status: 409, sentence: texts.windowClosed },
} as const satisfies Refusals;
