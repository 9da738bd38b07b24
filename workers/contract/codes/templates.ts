import { templatesTexts as texts } from "#texts/templates.ts";
import type { Refusals } from "../refusal.ts";

export const templatesCodes = {
  templateTaken: { status: 409, sentence: texts.nameTaken },
  templateDecided: { status: 409, sentence: texts.inReview },
  templateBreaks: { status: 400, sentence: texts.notSubmitted },
  vendorSilent: { status: 409, sentence: texts.syncFailed },
} as const satisfies Refusals;
