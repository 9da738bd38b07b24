import { richCardsTexts as texts } from "#texts/rich-cards.ts";
import type { Refusals } from "../refusal.ts";

export const richCardsCodes = {
  richCardNameTaken: { status: 409, sentence: texts.nameTaken },
} as const satisfies Refusals;
