import { secondFactorTexts as texts } from "#texts/second-factor.ts";
import type { Refusals } from "../refusal.ts";

export const secondFactorCodes = {
  mustChangePassword: { status: 400, sentence: texts.mustChangePassword, wire: 900 },
  wrongCode: { status: 400, sentence: texts.wrongCode },
  signInOver: { status: 410, sentence: texts.signInOver },
  confirmationNeeded: { status: 400, sentence: texts.confirmationNeeded },
  wrongPassword: { status: 400, sentence: texts.wrongPassword },
  noFactor: { status: 409, sentence: texts.noFactor },
  factorRequired: { status: 409, sentence: texts.factorRequired },
  enrolmentOver: { status: 409, sentence: texts.enrolmentOver },
} as const satisfies Refusals;
