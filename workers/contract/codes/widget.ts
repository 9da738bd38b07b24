import { widgetTexts as texts } from "#texts/widget.ts";
import type { Refusals } from "../refusal.ts";

export const widgetCodes = {
  visitorUnknown: { status: 401, sentence: texts.tokenWrong },
} as const satisfies Refusals;
