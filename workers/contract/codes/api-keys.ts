import { apiKeysTexts as texts } from "#texts/api-keys.ts";
import { MOST_KEYS } from "../api-keys.ts";
import type { Refusals } from "../refusal.ts";

export const apiKeysCodes = {
  keyRefused: { status: 401, sentence: texts.refused },
  keysFull: { status: 409, sentence: texts.tooMany(MOST_KEYS) },
} as const satisfies Refusals;
