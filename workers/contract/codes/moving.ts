import { movingTexts as texts } from "#texts/moving.ts";
import { MOVING } from "../moving-code.ts";
import type { Refusals } from "../refusal.ts";

export const movingCodes = {
  moving: { status: 503, sentence: texts.refused, wire: MOVING },
} as const satisfies Refusals;
