import { chatsTexts as texts } from "#texts/chats.ts";
import type { Refusals } from "../refusal.ts";

export const chatsCodes = {
  chatPickedUp: { status: 409, sentence: texts.notYours },
  chatNotYours: { status: 409, sentence: texts.notYours },
  chatEnded: { status: 409, sentence: texts.ended },
  chatIdUsed: { status: 409, sentence: texts.idUsed },
  chatWindowClosed: { status: 409, sentence: texts.windowClosed },
} as const satisfies Refusals;
