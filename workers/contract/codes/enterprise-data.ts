import { enterpriseDataTexts as texts } from "#texts/enterprise-data.ts";
import type { Refusals } from "../refusal.ts";

export const enterpriseDataCodes = {
  deletionBegun: { status: 409, sentence: texts.tooLate },
  enterpriseLeaves: { status: 403, sentence: texts.refusedSignInAnyDay },
  sendingEnds: { status: 409, sentence: texts.sendingEnds },
} as const satisfies Refusals;
