import { driveTexts as texts } from "#texts/drive.ts";
import type { Refusals } from "../refusal.ts";

export const driveCodes = {
  driveFull: { status: 413, sentence: texts.full("everything", "what is allowed") },
} as const satisfies Refusals;
