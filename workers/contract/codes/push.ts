import { pushTexts as texts } from "#texts/push.ts";
import type { Refusals } from "../refusal.ts";

export const pushCodes = {
  pushNotOffered: { status: 409, sentence: texts.notOffered },
  pushGone: { status: 410, sentence: texts.gone },
  pushNotTaken: { status: 409, sentence: texts.notTaken },
} as const satisfies Refusals;
