import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type { Refusals } from "../refusal.ts";

export const broadcastsCodes = {
  broadcastOther: { status: 409, sentence: texts.sentBefore },
  broadcastTaken: { status: 409, sentence: texts.otherRequest },
  broadcastMoved: { status: 409, sentence: texts.wrongState },
  broadcastSettled: { status: 409, sentence: texts.settled.before },
} as const satisfies Refusals;
