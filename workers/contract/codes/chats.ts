import { chatsTexts as texts } from "#texts/chats.ts";
import type { Refusals } from "../refusal.ts";

export const chatsCodes = {
  chatPickedUp: { status: 409, sentence: texts.notYours },
  chatNotYours: { status: 409, sentence: texts.notYours },
  chatNotOffered: { status: 409, sentence: texts.notOffered },
  chatNewer: { status: 409, sentence: texts.newer },
  chatEnded: { status: 409, sentence: texts.ended },
  chatIdUsed: { status: 409, sentence: texts.idUsed },
  chatWindowClosed: { status: 409, sentence: texts.windowClosed },
} as const satisfies Refusals;
