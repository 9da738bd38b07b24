import { automationsTexts as texts } from "#texts/automations.ts";
import type { Refusals } from "../refusal.ts";

export const automationsCodes = {
  automationNameTaken: { status: 409, sentence: texts.nameTaken },
  automationRunning: { status: 409, sentence: texts.running },
} as const satisfies Refusals;
