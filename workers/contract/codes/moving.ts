import { movingTexts as texts } from "#texts/moving.ts";
import type { Refusals } from "../refusal.ts";

export const movingCodes = {
  moving: { status: 503, sentence: texts.refused },
} as const satisfies Refusals;
