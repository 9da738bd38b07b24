import { botsTexts as texts } from "#texts/bots.ts";
import type { Refusals } from "../refusal.ts";

export const botsCodes = {
  agentNameTaken: { status: 409, sentence: texts.duplicateAgent },
  agentNotEmpty: { status: 409, sentence: texts.agentNotDeletable, wire: 101 },
  storyNameTaken: { status: 409, sentence: texts.duplicateStory },
  intentNameTaken: { status: 409, sentence: texts.duplicateIntent },
  entityNameTaken: { status: 409, sentence: texts.duplicateEntity },
  entityInUse: { status: 409, sentence: texts.entityInUse },
  trainingFailed: { status: 409, sentence: texts.trainingFailed },
  nothingToTrain: { status: 400, sentence: texts.nothingToTrain },
  modelOutdated: { status: 409, sentence: texts.modelOutdated },
  notTrained: { status: 409, sentence: texts.notTrained },
} as const satisfies Refusals;
