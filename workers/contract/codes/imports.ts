import { importsTexts as texts } from "#texts/imports.ts";
import type { Refusals } from "../refusal.ts";

export const importsCodes = {
  wrongStep: { status: 409, sentence: texts.wrongStep },
} as const satisfies Refusals;
