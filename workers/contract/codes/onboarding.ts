import { onboardingTexts as texts } from "#texts/onboarding.ts";
import type { Refusals } from "../refusal.ts";

export const onboardingCodes = {
  noPartner: { status: 409, sentence: texts.noPartner },
  partnerSilent: { status: 409, sentence: texts.partnerSilent },
  partnerRefused: { status: 409, sentence: texts.partnerRefused },
  stepPassed: { status: 409, sentence: texts.stepPassed },
  notOurReturn: { status: 409, sentence: texts.notOurReturn },
  codeTooSoon: { status: 429, sentence: texts.codeTooSoon },
  wrongWhatsappCode: { status: 400, sentence: texts.wrongCode },
} as const satisfies Refusals;
