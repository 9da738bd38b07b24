import { blacklistTexts as texts } from "#texts/blacklist.ts";
import type { Refusals } from "../refusal.ts";

export const blacklistCodes = {
  blacklistImporting: { status: 409, sentence: texts.importRunning },
} as const satisfies Refusals;
