import { authTexts as texts } from "#texts/auth.ts";
import type { Refusals } from "../refusal.ts";

export const authCodes = {
  loginRequired: { status: 403, sentence: texts.sessionExpiredAgain },
  wrongCredentials: { status: 400, sentence: texts.wrongCredentials },
  wrongCaptcha: { status: 400, sentence: texts.wrongCaptcha },
  sealBroken: { status: 400, sentence: texts.sealBroken },
  slowDown: { status: 429, sentence: texts.slowDown },
  signedInElsewhere: { status: 409, sentence: texts.signedInElsewhere },
} as const satisfies Refusals;
