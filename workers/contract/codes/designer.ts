import { designerTexts as texts } from "#texts/designer.ts";
import type { Refusals } from "../refusal.ts";

export const designerCodes = {
  designerCodeOver: { status: 410, sentence: texts.codeOver },
} as const satisfies Refusals;
