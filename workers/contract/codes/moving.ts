import { movingTexts as texts } from "#texts/moving.ts";
import type { Refusals } from "../refusal.ts";

/** By it the console knows to ask how the enterprise is. */
export const MOVING = 1503;

export const movingCodes = {
  moving: { status: 503, sentence: texts.refused, wire: MOVING },
} as const satisfies Refusals;
