import { trainingTexts as texts } from "#texts/training.ts";
import type { Refusals } from "../refusal.ts";

export const trainingCodes = {
  modelMissing: { status: 409, sentence: texts.modelMissing },
  questionTaken: { status: 409, sentence: texts.questionTaken },
  noSuchVersion: { status: 404, sentence: texts.noSuchVersion },
} as const satisfies Refusals;
