import { botsAnswersTexts } from "#texts/bots-answers.ts";
import { botsTexts as texts } from "#texts/bots.ts";
import type { Refusals } from "../refusal.ts";

export const botsCodes = {
  agentNameTaken: { status: 409, sentence: botsAnswersTexts.duplicateAgent },
  agentNotEmpty: { status: 409, sentence: botsAnswersTexts.agentNotDeletable, wire: 101 },
  storyNameTaken: { status: 409, sentence: botsAnswersTexts.duplicateStory },
  intentNameTaken: { status: 409, sentence: botsAnswersTexts.duplicateIntent },
  entityNameTaken: { status: 409, sentence: botsAnswersTexts.duplicateEntity },
  entityInUse: { status: 409, sentence: botsAnswersTexts.entityInUse },
  trainingFailed: { status: 409, sentence: botsAnswersTexts.trainingFailed },
  nothingToTrain: { status: 400, sentence: botsAnswersTexts.nothingToTrain },
  modelOutdated: { status: 409, sentence: botsAnswersTexts.modelOutdated },
  notTrained: { status: 409, sentence: texts.notTrained },
} as const satisfies Refusals;
