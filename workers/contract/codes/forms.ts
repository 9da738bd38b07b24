import { formsTexts as texts } from "#texts/forms.ts";
import type { Refusals } from "../refusal.ts";

export const formsCodes = {
  formNameTaken: { status: 409, sentence: texts.nameTaken },
  formClosed: { status: 409, sentence: texts.page.closedText },
  formFull: { status: 409, sentence: texts.page.fullText },
  formUsed: { status: 409, sentence: texts.page.usedText },
} as const satisfies Refusals;
